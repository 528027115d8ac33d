// Plain JavaScript for any Node: it has to run where the other scripts would fail to parse.
const needed = 24
const found = Number(process.versions.node.split('.')[0])
if (found < needed) {
  console.error(
    `Rollcall's scripts need Node ${needed}, and this is Node ${process.versions.node}. "npm ci" puts the right one into ` +
      'node_modules/.bin: run "npm ci" (without --ignore-scripts), then start this again with "npm start", "npm test" or "npm run …".',
  )
  process.exit(1)
}
