/**
 * The rooms of the house, from the bottom up: what a room imports lies in a lower one (docs/architecture.md). Rooms in one
 * line do not know each other. Types count too.
 */
const floors = [
  ['model'],
  ['text', 'files'],
  ['kinds'],
  ['service', 'store'],
  ['contacts', 'ledger'],
  ['source'],
  ['damage'],
  ['mapping'],
  ['plan'],
  ['run'],
  ['undo'],
  ['results'],
  ['account'],
  ['schedule'],
]
const roomPath = (rooms) => `^src-main/engine/(${rooms.join('|')})/`

const upward = floors.flatMap((rooms, floor) =>
  rooms.map((room) => {
    const beside = rooms.filter((other) => other !== room)
    const above = floors.slice(floor + 1).flat()
    return {
      name: `${room}-knows-no-higher-room`,
      comment: `engine/${room} may import lower rooms only: ${floors.slice(0, floor).flat().join(', ') || 'none'}.`,
      severity: 'error',
      from: { path: roomPath([room]) },
      to: { path: ['^src-main/engine/[^/]+$', roomPath([...beside, ...above, 'procedures', 'contract'])] },
    }
  }),
)

export default {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...upward,
    {
      name: 'engine-knows-no-shell',
      comment: 'The engine knows no Electron, no terminal, no screen and no made-up service.',
      severity: 'error',
      from: { path: '^src-main/engine/' },
      to: { path: ['^src-main/(shells|sandbox)/', '^src-renderer/', '^electron$'] },
    },
    {
      name: 'sandbox-reads-the-specification-itself',
      comment: "The sandbox would repeat the client's misreadings if it used the client.",
      severity: 'error',
      from: { path: '^src-main/sandbox/' },
      to: { path: ['^src-main/engine/(service|store|plan|run|procedures)/', '^src-main/shells/', '^src-renderer/'] },
    },
    {
      name: 'screens-know-only-the-contract',
      comment: 'The screens import the types of the contract and nothing else of the program.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^src-main/', pathNot: '^src-main/(engine/contract|shells/bridge)\\.ts$' },
    },
    {
      name: 'screens-import-types-only',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^src-main/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shells-know-no-other-shell',
      severity: 'error',
      from: { path: '^src-main/shells/(electron|browser)/' },
      to: {
        path: '^src-main/shells/(electron|browser|cli)/',
        pathNot: ['^src-main/shells/$1/', '^src-main/shells/cli/(program|command-names|output/terminal)\\.ts$'],
      },
    },
    // The installed program is the command line, too: started for a command, the desktop shell hands over to it.
    {
      name: 'only-the-desktop-shell-starts-the-command-line',
      severity: 'error',
      from: { path: '^src-main/shells/browser/' },
      to: { path: '^src-main/shells/cli/' },
    },
    { name: 'nothing-imports-tests', severity: 'error', from: { path: '^(src-main|src-renderer)/' }, to: { path: '^(test|scripts)/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte', '.svelte.ts', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
