import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

let shared: SecureContext | null = null

/**
 * Trusts what Node trusts (which includes `NODE_EXTRA_CA_CERTS`) and what this computer trusts besides: offices whose proxy
 * looks into secure connections put its certificate there. Read once, which takes a tenth of a second.
 */
export function trustedCertificates(): SecureContext {
  shared ??= createSecureContext({ ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])] })
  return shared
}
