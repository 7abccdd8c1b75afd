//! What stands in for TLS where the program has none.

use onhand_platform::{CertificateFingerprint, HostError, HostResult, LoopbackEndpoint};
use tokio::net::TcpStream;

/// Nothing is sent.
///
/// # Errors
/// [`HostError::NotBuiltIn`], always.
pub(super) async fn secure(
    _: TcpStream,
    _: &LoopbackEndpoint,
    _: CertificateFingerprint,
) -> HostResult<TcpStream> {
    Err(HostError::NotBuiltIn("HTTPS"))
}
