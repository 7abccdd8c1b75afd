//! Hides each agent skill whose applications this machine can't offer, and says what would show it.
//!
//! A skill is a folder with a `SKILL.md`, whose frontmatter may name applications in `requires_apps`.
//! Each name must be registered, with an application that is there where its declaration requires it; else the
//! skill is hidden, so that no agent is told of work that it can't do here.
//! [`SkillGate::requiring_presence`] asks for the application whatever its declaration says.
//!
//! ```
//! use onhand_declaration::{Parser, Registry};
//! use onhand_gate_skill::{SkillGate, SkillIndex};
//! use onhand_platform::{Os, PathViolation, RootedPath};
//! use onhand_platform_fake::FakeHost;
//! use onhand_resolver::{Evaluator, Resolvers};
//!
//! let machine = FakeHost::new(Os::Linux)
//!     .file("/opt/painter/painter", b"")
//!     .file("/skills/paint/SKILL.md", "---\nname: paint\ndescription: Paints.\nrequires_apps: painter\n---\n")
//!     .file("/skills/record/SKILL.md", "---\nname: record\ndescription: Records.\nrequires_apps: recorder\n---\n");
//!
//! // What each application is, by the name that skills call it.
//! let resolvers = Resolvers::new();
//! let text = b"app: { linux: { presence: executable, location: /opt/painter/painter } }\nrequires: { app: true }";
//! let registry = Registry::new();
//! registry.register_file(Parser::new(resolvers.vocabulary()).text(text, "painter"));
//!
//! let gate = SkillGate::new(&registry, Evaluator::new(&machine, &resolvers));
//! let index = SkillIndex::new(&machine, [RootedPath::new(Os::Linux, "/skills")?]);
//! let skills = index.refresh(&gate);
//! assert_eq!(skills.offered[0].name, "paint");
//!
//! let hidden = &skills.hidden[0];
//! assert_eq!(hidden.name, "record");
//! assert_eq!(hidden.reasons[0].to_string(), "`recorder`: no application of that name is declared");
//! assert_eq!(
//!     hidden.reasons[0].what_would_show_it(),
//!     "declare the application `recorder`, or correct the name in `requires_apps`",
//! );
//! # Ok::<(), PathViolation>(())
//! ```
//!
//! A host with a loader of its own takes [`Frontmatter`] and [`SkillGate`] alone. [`SkillIndex`] also finds
//! the skills, and keeps what it read in a [`SnapshotStore`](onhand_platform::SnapshotStore).
//!
//! # The frontmatter
//!
//! The block between the first line of the file that is not blank, `---`, and the next line that is `---`: YAML, a mapping.
//! A byte order mark, CRLF, and spaces behind a fence are fine. Only this block is read, whatever follows it. A text
//! above it hides the skill, and is told to be moved below: other programs would find no frontmatter.
//!
//! | key | rule |
//! |---|---|
//! | `name`, `description` | a text that is not blank; required. A number, `true` or `false` is the text that is written |
//! | `requires_apps` | a text, or a list of texts: the applications that must be there. None where it is absent, null or an empty list |
//! | `metadata` | a mapping; its `requires_apps` counts as the one at the top level does, but that a text is split at commas. Where both stand, every application of both must be there |
//! | `license`, `compatibility`, `allowed-tools`, other keys of `metadata` | kept as far as they are texts; they gate nothing |
//! | any other | left to whoever knows it |
//!
//! The name of an application is trimmed, and is otherwise the name that it is registered under, letter by letter. A comma
//! in a text at the top level, or in an item of a list, is a part of the name.
//!
//! A gate that might have been meant is never left open. These hide the skill, each with its place and what would
//! be right:
//!
//! - a `requires_apps` that is a blank text, a number, a boolean or a mapping, and an item of it that is not a text, or blank;
//! - `requires-apps`, `require_apps`, `required_apps`, `requires_app`, `requiresApps`, `Requires_Apps`,
//!   `requires_aps` and the like, whatever they hold, at any depth of the frontmatter; also below a name
//!   (`metadata.requires_apps`, `vendor/requires-apps`), and in letters that look like these;
//! - `requires_apps` anywhere but at the two places, such as in `metadata.vendor` or in a list, and `requires: { apps: … }`;
//! - a line `requires_apps: …` that is indented into the text of another key, and the gate in metadata that are a text;
//! - a key that appears twice, and a merge (`<<`), at the top level or in `metadata`;
//! - a text that is no YAML. Where a value only has to be put in quotes (`: ` in a sentence, a `[` before it), the
//!   line is told as it would be right; what its author may have meant is not guessed.
//!
//! How a name must be spelled is the format's own matter: such a skill is offered. So is one whose texts are longer
//! than the format allows; [`SkillIndex`] cuts them there ([`MAX_NAME`], [`MAX_DESCRIPTION`]) and says so. The block
//! has at most [`MAX_FRONTMATTER_BYTES`], 16 levels and 1,000 values, aliases counted as what they
//! stand for.
//!
//! # Bounds
//!
//! One look has bounds over all its folders: 8 folders deep, 50,000 folders, 500,000 names, 128 MiB that are read, 64 MiB that are kept,
//! and 30 seconds ([`SkillIndex::with_patience`]). Linked folders are followed, each once, and a file is read once however many names
//! lead to it. [`Skills::passed_over`] tells what was not taken and why, [`Skills::unread`] what was not reached.
//!
//! # What it costs
//!
//! One `stat` and one `list` for each folder, and a bounded read for each skill that no snapshot remembers; the page of
//! [`SkillIndex`] counts all of it. Each application that any skill names is evaluated once, at the cost of
//! [`Evaluator`](onhand_resolver::Evaluator).
//!
//! Skills and applications may be on two machines: an index is made with the one, a gate with the other. This
//! crate does no I/O of its own, and never probes.

mod frontmatter;
mod gate;
mod hidden_reason;
mod index;
mod passed_over;
mod skills;
mod unread;

pub use frontmatter::{Flaw, Frontmatter, FrontmatterError, MAX_FRONTMATTER_BYTES, ReadError};
pub use gate::{SkillGate, SkillPass};
pub use hidden_reason::HiddenReason;
pub use index::{MAX_DESCRIPTION, MAX_NAME, MAX_SNAPSHOT_BYTES, SNAPSHOT_VERSION, SkillIndex};
pub use passed_over::{PassedOver, PassedOverReason};
pub use skills::{HiddenSkill, Skill, Skills};
pub use unread::{Spent, UnreadFolder, UnreadFolderReason};
