//! A host program that composes three crates: what is required (`onhand-declaration`), how it is
//! looked for (`onhand-resolver`), and where (`onhand-platform-native`).
//!
//! Its catalogue is its own: any type that says what it requires can be evaluated.

use onhand_declaration::{AppDef, Os, PathTemplate, Presence, Requirements};
use onhand_platform_native::NativeHost;
use onhand_resolver::{Evaluator, Resolvers};

/// A server in this host's catalogue, and the program that it fronts.
struct Server {
    name: &'static str,
    program: Option<AppDef>,
}

impl Server {
    /// The program is looked for at `location` on the OS that this runs on.
    fn fronting(name: &'static str, location: &str) -> Result<Self, String> {
        let os = Os::current().ok_or("this OS has no name in a declaration")?;
        let location =
            PathTemplate::parse(os, location).map_err(|error| format!("{name}: {error}"))?;
        Ok(Server {
            name,
            program: Some(AppDef::new(Presence::Executable, location)),
        })
    }
}

impl Requirements for Server {
    fn requires_app(&self) -> bool {
        self.program.is_some()
    }

    fn min_version(&self) -> Option<&str> {
        None
    }

    fn app_for(&self, _: Os) -> Option<&AppDef> {
        self.program.as_ref()
    }
}

fn main() -> Result<(), String> {
    let shell = if cfg!(windows) {
        "%SystemRoot%/System32/cmd.exe"
    } else {
        "/bin/sh"
    };
    let catalogue = [
        Server {
            name: "notes",
            program: None,
        },
        Server::fronting("shell", shell)?,
        Server::fronting("vendor", "~/vendor/app")?,
    ];

    let (host, resolvers) = (NativeHost::new(), Resolvers::new());
    let pass = Evaluator::new(&host, &resolvers).pass();
    for server in &catalogue {
        let availability = pass.availability(server);
        let offered = if availability.offerable() {
            "offered"
        } else {
            "hidden"
        };
        println!("{:8} {offered:8} {}", server.name, availability.state);
    }
    Ok(())
}
