import { svelte } from '@sveltejs/vite-plugin-svelte'
import { join } from 'node:path'
import type { InlineConfig, Plugin, ProxyOptions } from 'vite'
import { securityHeaders } from '../../src-main/shells/browser/security-headers.ts'
import { projectRoot } from '../stale-build.ts'

const host = '127.0.0.1'
export const devPort = 5173

/**
 * Vite's server for the screens, in front of the browser shell on `shellPort`, which knows nothing of it: its pages and its
 * rules are the built app's. Only what this server's own page asks is handed on in the shell's name; any other site's request
 * keeps its origin, and is refused by the shell.
 */
export function devServerOptions(shellPort: number): InlineConfig {
  return {
    configFile: false,
    root: join(projectRoot, 'src-renderer'),
    plugins: [svelte({ configFile: false }), shellKeys()],
    server: {
      host,
      port: devPort,
      strictPort: true,
      cors: false,
      headers: devHeaders(),
      proxy: Object.fromEntries(['/engine', '/session', '/upload', '/download'].map((path) => [`^${path}(?:[/?]|$)`, toShell(shellPort)])),
    },
  }
}

/** The shell's own headers, but for what hot reload needs: styles that Vite puts into the page. */
export function devHeaders(): Record<string, string> {
  const headers = securityHeaders(devPort)
  const policy = headers['Content-Security-Policy'] ?? ''
  return { ...headers, 'Content-Security-Policy': policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") }
}

function toShell(shellPort: number): ProxyOptions {
  const ownHosts = [`${host}:${devPort}`, `localhost:${devPort}`]
  const asShell = (request: { getHeader(name: string): unknown; setHeader(name: string, value: string): unknown }) => {
    const origin = request.getHeader('origin')
    if (ownHosts.some((own) => origin === `http://${own}`)) request.setHeader('origin', `http://${host}:${shellPort}`)
  }
  return {
    target: `http://${host}:${shellPort}`,
    ws: true,
    // The host becomes the shell's; Vite has refused those that are not its own.
    changeOrigin: true,
    configure(proxy) {
      proxy.on('proxyReq', asShell)
      proxy.on('proxyReqWs', asShell)
    },
  }
}

const keyScript = 'virtual:shell-keys'

/** Lets the page into a shell that has started again. */
function shellKeys(): Plugin {
  return {
    name: 'rollcall:shell-keys',
    resolveId: (id) => (id === keyScript ? `\0${keyScript}` : null),
    load: (id) =>
      id === `\0${keyScript}`
        ? `import.meta.hot.on('rollcall:shell', ({ key }) => { history.replaceState(null, '', '#k=' + key); location.reload() })`
        : null,
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: `/@id/__x00__${keyScript}` }, injectTo: 'head' }],
  }
}
