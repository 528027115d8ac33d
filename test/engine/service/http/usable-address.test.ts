import { describe, expect, test } from 'vitest'
import { usableAddress } from '../../../../src-main/engine/service/http/usable-address.ts'

const service = new URL('https://texts.example.com/api')
const isUsable = (address: string, own = service) => usableAddress(address, own) !== null

describe('a file may be fetched', () => {
  test.each([
    'https://files.example.org/a.png',
    'http://files.example.org/a.png',
    'https://8.8.8.8/a.png',
    'https://1.2.3.4/a.png',
    'https://100.63.0.1/',
    'https://100.128.0.1/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://192.167.0.1/',
    'https://192.169.0.1/',
    'https://168.168.0.1/',
    'https://169.253.0.1/',
    'https://254.254.com/',
    'https://223.255.255.255/',
    'https://11.0.0.1/',
    'https://126.0.0.1/',
    'https://193.168.0.1/',
    'https://170.254.0.1/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
  ])('from %s', (address) => {
    expect(isUsable(address)).toBe(true)
  })

  test.each([
    'ftp://files.example.org/a.png',
    'file:///etc/passwd',
    'no address',
    'https://pat@files.example.org/',
    'https://:secret@files.example.org/',
    'https://localhost/',
    'https://printer/',
    'https://nas.local/',
    'https://intra.corp/',
    'https://a.b.office.intranet/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://127.0.0.1/',
    'https://100.64.0.1/',
    'https://100.127.0.1/',
    'https://172.16.0.1/',
    'https://172.31.0.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
  ])('not from %s', (address) => {
    expect(isUsable(address)).toBe(false)
  })

  test('from this computer and the office where the service itself is there, and from nothing else there', () => {
    const inside = new URL('http://10.1.2.3:8080/api')
    expect(isUsable('http://10.1.2.3:9000/a.png', inside)).toBe(true)
    expect(isUsable('http://10.1.2.4/a.png', inside)).toBe(false)
    expect(isUsable('https://files.example.org/a.png', inside)).toBe(true)
  })

  test('from where an address leads on from another', () => {
    expect(usableAddress('../b.png', service, new URL('https://files.example.org/x/a.png'))?.href).toBe('https://files.example.org/b.png')
  })
})
