/** The variables that the engine's HTTP reads, from what `session.resolveProxy` says, such as `PROXY proxy.example:8080; DIRECT`. */
export function proxyVariables(resolved: string, given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const named = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => given[name])
  // Who set a variable means it.
  if (named) return {}
  const [first = 'DIRECT'] = resolved.split(';').map((each) => each.trim())
  const [kind = '', address] = first.split(/\s+/)
  if (address === undefined) return {}
  switch (kind.toUpperCase()) {
    case 'PROXY':
      return { HTTPS_PROXY: `http://${address}` }
    case 'HTTPS':
      return { HTTPS_PROXY: `https://${address}` }
    case 'SOCKS5':
    case 'SOCKS':
      return { HTTPS_PROXY: `socks5://${address}` }
    default:
      return {}
  }
}
