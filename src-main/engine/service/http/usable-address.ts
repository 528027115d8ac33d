/**
 * The address where files may be fetched from it: https, http of others too, since pictures of texts come from such places; nothing of this
 * computer or of the office's own network, which a message has no business to reach, unless the service itself is there. Else null.
 */
export function usableAddress(address: string, own: URL, from?: URL): URL | null {
  const url = URL.parse(address, from)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '') return null
  return url.hostname === own.hostname || !isInside(url.hostname) ? url : null
}

const insideNames = /(?:^|\.)(?:localhost|local|internal|lan|home|corp|intranet)$|^[^.]+$/i

function isInside(hostname: string): boolean {
  if (hostname.startsWith('[')) return !/^\[2[0-9a-f]{3}:|^\[3[0-9a-f]{3}:/i.test(hostname)
  const [first = -1, second = -1, ...rest] = hostname.split('.').map(Number)
  if (rest.length !== 2 || ![first, second, ...rest].every(Number.isInteger)) return insideNames.test(hostname)
  if (first === 0 || first === 10 || first === 127 || first >= 224) return true
  if (first === 100) return second >= 64 && second < 128
  if (first === 172) return second >= 16 && second < 32
  return (first === 192 && second === 168) || (first === 169 && second === 254)
}
