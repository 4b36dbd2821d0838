/** The page's stylesheet, for light and dark mode, narrow screens and print. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --back: #fff; --card: #f6f8fa;
  --right: 26, 127, 55; --wrong: 207, 34, 46; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --back: #0d1117;
  --card: #151b23; --right: 63, 185, 80; --wrong: 248, 81, 73; } }
@media print { :root { --ink: #000; --soft: #444; --line: #bbb; --back: #fff; --card: #fff; --right: 26, 127, 55;
  --wrong: 207, 34, 46; } section, figure { break-inside: avoid-page; } .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; block-size: auto; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0 1rem; max-width: 45rem; } .soft { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1.5rem 0;
  padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.tiles b { display: block; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.tiles span { color: var(--soft); font-size: .85rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th:first-child, th.text, td.text { text-align: left; } td.text { white-space: normal; min-width: 5rem; } th { font-weight: 600; }
.matrix td, .matrix th { border: 1px solid var(--line); padding: .15rem .35rem; text-align: center; font-size: .75rem; }
.matrix tbody th { text-align: right; font-weight: 400; position: sticky; left: 0; background: var(--back); white-space: nowrap; }
.matrix thead th:not(:first-child) { height: 9rem; vertical-align: bottom; font-weight: 400; }
.matrix thead span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
.right { background: rgba(var(--right), var(--much)); } .wrong { background: rgba(var(--wrong), var(--much)); }
figure { margin: 1rem 0; } svg { width: 100%; max-width: 40rem; height: auto; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
svg .bar-right { fill: rgb(var(--right)); } svg .bar-wrong { fill: rgb(var(--wrong)); } svg line { stroke: var(--line); }
details { border-bottom: 1px solid var(--line); padding: .35rem 0; } summary { cursor: pointer; }
details ul { margin: .25rem 0 .5rem; padding-left: 1.5rem; } .count { color: var(--soft); }
`;
