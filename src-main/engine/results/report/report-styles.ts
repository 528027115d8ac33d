import type { Html } from './html.ts'

/** How a report looks on a screen and on paper. */
export const reportStyles: Html = {
  markup: `
:root { color-scheme: light; --good: #1a6e43; --bad: #b0271e; --warn: #855200; --accent: #2a52be; --neutral: #868e9b; }
* { box-sizing: border-box; }
body { max-width: 960px; margin: 0 auto; padding: 32px 24px; color: #191d24; background: #fff; font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
h1 { margin: 2px 0 20px; font-size: 26px; line-height: 1.2; }
h2 { margin: 28px 0 8px; font-size: 16px; }
h3 { margin: 0 0 6px; font-size: 14px; }
p { margin: 8px 0; overflow-wrap: anywhere; }
small, .muted, .kicker { color: #555e6b; font-size: 12px; font-weight: 400; }
.kicker { margin: 0; font-size: 13px; font-weight: 600; }
.practice { padding: 6px 12px; border: 2px dashed var(--warn); border-radius: 8px; font-weight: 600; }
.cards { display: flex; flex-wrap: wrap; gap: 12px; margin-bottom: 20px; }
.cards > div { flex: 1 1 150px; padding: 12px 16px; border: 1px solid #dfe2e8; border-radius: 8px; }
.cards strong { display: block; font-size: 26px; line-height: 1.2; }
.cards span, .cards small { display: block; }
.cards span { font-weight: 600; }
.bar { display: flex; gap: 2px; height: 12px; overflow: hidden; border-radius: 99px; }
.bar i, .dot { background: var(--neutral); }
.dot { display: inline-block; width: 9px; height: 9px; border-radius: 3px; }
.bar .good, .dot.good { background: var(--good); } .bar .bad, .dot.bad { background: var(--bad); }
.bar .warn, .dot.warn { background: var(--warn); } .bar .accent, .dot.accent { background: var(--accent); }
.example { margin-bottom: 10px; padding: 12px 16px; border: 1px solid #dfe2e8; border-radius: 8px; break-inside: avoid; }
.example em { float: right; color: #555e6b; font-style: normal; font-size: 12px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 4px 8px 4px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: #555e6b; font-size: 12px; font-weight: 600; }
.example table { table-layout: fixed; }
.example tr > :first-child { width: 22%; }
.rows td, .rows th { padding-right: 14px; border-bottom: 1px solid #e6e8ed; }
.number { font-variant-numeric: tabular-nums; }
@media print {
  body { max-width: none; padding: 0; font-size: 11px; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  .bar i, .dot { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
@page { margin: 16mm; }
`,
}
