// `npm run build`: everything in `out/`, made anew.
import { build, projectRoot } from './stale-build.ts'

process.exitCode = build(projectRoot) ? 0 : 1
