/** What signing needs, by system. A list of lists: each inner list has the names that do together, the first complete one is used. */
const needs = {
  win: [
    ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
    ['CSC_LINK', 'CSC_KEY_PASSWORD'],
    [
      'AZURE_TENANT_ID',
      'AZURE_CLIENT_ID',
      'AZURE_CLIENT_SECRET',
      'AZURE_SIGNING_ENDPOINT',
      'AZURE_SIGNING_ACCOUNT',
      'AZURE_SIGNING_PROFILE',
      'AZURE_SIGNING_PUBLISHER',
    ],
  ],
  mac: [['CSC_LINK', 'CSC_KEY_PASSWORD']],
  notarize: [
    ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ],
} as const

export type System = 'win' | 'mac' | 'linux'
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * What electron-builder is told about signing. Nothing is signed unless `ROLLCALL_SIGN=1` asks for it; then everything that it
 * needs has to be in the environment. Throws, before anything is built, with the names that are missing.
 */
export function signingOptions(system: System, environment: Environment): string[] {
  if (environment.ROLLCALL_SIGN !== '1') return system === 'mac' ? ['-c.mac.identity=null', '-c.mac.notarize=false'] : []
  switch (system) {
    case 'win': {
      const used = completeOf('win', environment)
      return ['-c.forceCodeSigning=true', ...(used.includes('AZURE_TENANT_ID') ? azureOptions(environment) : [])]
    }
    case 'mac':
      completeOf('mac', environment)
      completeOf('notarize', environment)
      return ['-c.forceCodeSigning=true', '-c.mac.notarize=true']
    case 'linux':
      return []
  }
}

/** Everything that could sign, for a package that shall not be signed: electron-builder would use what it finds. */
export function withoutSigning(environment: Environment): Record<string, string | undefined> {
  const names = new Set<string>(Object.values(needs).flat(2))
  return { ...Object.fromEntries(Object.entries(environment).filter(([name]) => !names.has(name))), CSC_IDENTITY_AUTO_DISCOVERY: 'false' }
}

function completeOf(what: keyof typeof needs, environment: Environment): readonly string[] {
  const missing = (names: readonly string[]) => names.filter((name) => !environment[name])
  const complete = needs[what].find((names) => missing(names).length === 0)
  if (complete) return complete
  const begun = needs[what].filter((names) => missing(names).length < names.length)
  const ways = (begun.length > 0 ? begun : needs[what]).map((names) => missing(names).join(', '))
  throw new Error(
    `ROLLCALL_SIGN=1 asks for a signed package, and ${what === 'notarize' ? 'notarising' : `signing for ${what}`} lacks: ${ways.join('; or ')}.`,
  )
}

function azureOptions(environment: Environment): string[] {
  return [
    `-c.win.azureSignOptions.endpoint=${environment.AZURE_SIGNING_ENDPOINT}`,
    `-c.win.azureSignOptions.codeSigningAccountName=${environment.AZURE_SIGNING_ACCOUNT}`,
    `-c.win.azureSignOptions.certificateProfileName=${environment.AZURE_SIGNING_PROFILE}`,
    `-c.win.azureSignOptions.publisherName=${environment.AZURE_SIGNING_PUBLISHER}`,
  ]
}
