//! TLS to a server whose certificate is known beforehand.
//!
//! No authority signs a certificate for the loopback, and what an application makes for itself carries any
//! name and any dates. So neither is judged, nor who signed it: the server shows the very certificate
//! whose SHA-256 was declared, and proves by the signature of the handshake that it holds its key.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use graviola::hashing::{Hash as _, Sha256};
use graviola::util::is_cpu_supported;
use onhand_platform::{CertificateFingerprint, HostError, HostResult, LoopbackEndpoint};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::client::Resumption;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, SignatureScheme,
};

/// The stream, once the server has proved itself. Nothing of a request was sent before.
///
/// # Errors
/// [`HostError::OtherCertificate`]; [`HostError::NotBuiltIn`] on a processor without the instructions that
/// the cryptography is written in; [`HostError::Io`] for a server that speaks no TLS, or not one of ours.
pub(super) async fn secure(
    stream: TcpStream,
    endpoint: &LoopbackEndpoint,
    certificate: CertificateFingerprint,
) -> HostResult<TlsStream<TcpStream>> {
    // It would panic.
    if !is_cpu_supported() {
        return Err(HostError::NotBuiltIn("TLS for this processor"));
    }
    let connector = TlsConnector::from(Arc::new(configuration(certificate)?));
    connector
        .connect(name(endpoint), stream)
        .await
        .map_err(failure)
}

fn configuration(certificate: CertificateFingerprint) -> HostResult<ClientConfig> {
    let provider = Arc::new(rustls_graviola::default_provider());
    let mut configuration = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| HostError::Io(error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Pinned {
            certificate,
            provider,
        }))
        .with_no_client_auth();
    // Each request is a connection of its own, and shows its certificate.
    configuration.resumption = Resumption::disabled();
    configuration.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(configuration)
}

/// What the client calls the server. It is not compared with the certificate.
fn name(endpoint: &LoopbackEndpoint) -> ServerName<'static> {
    match endpoint.addresses() {
        [IpAddr::V4(ip)] => ServerName::from(*ip),
        [IpAddr::V6(ip)] => ServerName::from(*ip),
        _ => ServerName::try_from("localhost").expect("it is a name of DNS"),
    }
}

/// rustls's errors quote nothing that was received.
fn failure(error: io::Error) -> HostError {
    let inner = error.get_ref();
    match inner.and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure)) => {
            HostError::OtherCertificate
        }
        Some(error) => HostError::Io(format!("no TLS connection: {error}")),
        None => HostError::Io(format!("no TLS connection: {}", HostError::from(error))),
    }
}

#[derive(Debug)]
struct Pinned {
    certificate: CertificateFingerprint,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.certificate.matches(Sha256::hash(end_entity).as_ref()) {
            return Ok(ServerCertVerified::assertion());
        }
        Err(CertificateError::ApplicationVerificationFailure.into())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}
