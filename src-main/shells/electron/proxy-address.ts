/** The proxy's own address, from what `session.resolveProxy` says, such as `PROXY proxy.example:8080; DIRECT`; null where there is none. */
export function proxyAddress(resolved: string): string | null {
  const [first = 'DIRECT'] = resolved.split(';').map((each) => each.trim())
  const [kind = '', address] = first.split(/\s+/)
  if (address === undefined) return null
  switch (kind.toUpperCase()) {
    case 'PROXY':
      return `http://${address}`
    case 'HTTPS':
      return `https://${address}`
    case 'SOCKS5':
    case 'SOCKS':
      return `socks5://${address}`
    default:
      return null
  }
}
