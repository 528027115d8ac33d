import { describe, expect, test } from 'vitest'
import { signingOptions, withoutSigning } from '../../../scripts/package/signing.ts'

const asked = { ROLLCALL_SIGN: '1' }
const certificate = { CSC_LINK: 'file.p12', CSC_KEY_PASSWORD: 'secret' }

describe('signing', () => {
  test('happens only when it is asked for, whatever lies in the environment', () => {
    expect(signingOptions('win', certificate)).toEqual([])
    expect(signingOptions('mac', certificate)).toEqual(['-c.mac.identity=null', '-c.mac.notarize=false'])
    expect(signingOptions('win', { ...certificate, ROLLCALL_SIGN: '0' })).toEqual([])
    expect(withoutSigning({ ...certificate, WIN_CSC_LINK: 'x', APPLE_ID: 'a', PATH: '/bin' })).toEqual({
      PATH: '/bin',
      CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    })
  })

  test('that is asked for and incomplete is refused with the names that are missing, and no value', () => {
    expect(() => signingOptions('win', { ...asked, WIN_CSC_LINK: 'file.p12' })).toThrow('lacks: WIN_CSC_KEY_PASSWORD.')
    expect(() => signingOptions('win', asked)).toThrow(
      /WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD; or CSC_LINK, CSC_KEY_PASSWORD; or AZURE_TENANT_ID/,
    )
    expect(() => signingOptions('mac', { ...asked, CSC_LINK: 'top-secret' })).toThrow('lacks: CSC_KEY_PASSWORD.')
    expect(() => signingOptions('mac', { ...asked, CSC_LINK: 'top-secret' })).not.toThrow('top-secret')
    expect(() => signingOptions('win', { ...asked, ...certificate, CSC_KEY_PASSWORD: '' })).toThrow('CSC_KEY_PASSWORD')
  })

  test('of a macOS app includes notarising it', () => {
    expect(() => signingOptions('mac', { ...asked, ...certificate })).toThrow(
      /notarising lacks: APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER; or APPLE_ID/,
    )
    expect(() => signingOptions('mac', { ...asked, ...certificate, APPLE_ID: 'a' })).toThrow(
      'lacks: APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID.',
    )
    const complete = { ...asked, ...certificate, APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' }
    expect(signingOptions('mac', complete)).toEqual(['-c.forceCodeSigning=true', '-c.mac.notarize=true'])
  })

  test('that is complete fails the build rather than leaving a package unsigned', () => {
    expect(signingOptions('win', { ...asked, ...certificate })).toEqual(['-c.forceCodeSigning=true'])
    expect(signingOptions('linux', asked)).toEqual([])
  })
})
