/** The style of the page for developers, in the colours of the site's look.css. */
export const developersStyle = `
:root{color-scheme:light dark;--paper:#faf7ef;--card:#fffdf8;--sunk:#f2ecdd;--line:#e6dfcf;--ink:#17261d;--soft:#4c5c52;--green:#1f6b43;--forest:#0f3d2e;--get:#e4f0e3;--onget:#1b5a38;--write:#fbeccb;--onwrite:#6b4700;--end:#fae4dc;--onend:#85301f}
@media(prefers-color-scheme:dark){:root{--paper:#101b15;--card:#18261e;--sunk:#0b140f;--line:#2c3c32;--ink:#eef2e8;--soft:#aebcb1;--green:#86d3a4;--get:#1d3b2b;--onget:#a9e2bf;--write:#3d3013;--onwrite:#f7d388;--end:#45241c;--onend:#f8bead}}
*{box-sizing:border-box}html{scroll-padding-top:16px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
a{color:var(--green)}:focus-visible{outline:3px solid var(--green);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:8px 12px;z-index:1}
header{background:var(--forest);color:#fff}header div{max-width:72rem;margin:0 auto;padding:0 16px;display:flex;justify-content:space-between;align-items:center;gap:16px}
header a{color:#fff;text-decoration:none;display:inline-flex;align-items:center;min-height:56px}header .brand{font-weight:800;font-size:1.25rem}header a:hover{text-decoration:underline}
.page{max-width:72rem;margin:0 auto;padding:24px 16px 64px;display:grid;grid-template-columns:minmax(0,1fr);gap:16px 40px}.page>*{min-width:0}
@media(min-width:900px){.page{grid-template:auto 1fr/13rem minmax(0,1fr);row-gap:0;padding-top:40px}.page>nav{grid-area:1/1/span 2;position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto}}
h1{font-size:clamp(1.75rem,1.45rem + 1.35vw,2.5rem);line-height:1.12;margin:0 0 12px}h2{font-size:1.5rem;line-height:1.2;margin:48px 0 12px}h3{font-size:1.0625rem;margin:20px 0 8px}p{margin:0 0 12px;max-width:44rem}
nav ul{list-style:none;margin:0;padding:8px;border:1px solid var(--line);border-radius:16px;background:var(--card)}nav a{display:flex;align-items:center;min-height:44px;padding:2px 12px;border-radius:12px;text-decoration:none;color:var(--ink);font-size:.9375rem}nav a:hover{background:var(--sunk)}
@media(max-width:899px){nav ul{display:grid;grid-template-columns:1fr 1fr}}
code,pre{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}code{overflow-wrap:anywhere}
pre{margin:0 0 12px;white-space:pre-wrap;overflow-wrap:anywhere;padding:12px 14px;background:var(--sunk);border-radius:12px;overflow:auto;max-height:24rem}
details{border:1px solid var(--line);border-radius:12px;background:var(--card);margin:0 0 8px}
summary{cursor:pointer;display:flex;flex-wrap:wrap;align-items:center;gap:2px 12px;min-height:48px;padding:8px 14px;list-style:none}summary::-webkit-details-marker{display:none}summary:hover{background:var(--sunk);border-radius:12px}
summary b{font:700 .8125rem/1 ui-monospace,Menlo,monospace;padding:6px 8px;border-radius:8px;min-width:4.25rem;text-align:center}.get{background:var(--get);color:var(--onget)}.post,.put,.patch{background:var(--write);color:var(--onwrite)}.delete{background:var(--end);color:var(--onend)}.options{background:var(--sunk);color:var(--soft)}
summary span{color:var(--soft);font-size:.9375rem;flex:1 1 16rem}.in{padding:4px 14px 16px}.who{color:var(--soft);font-size:.9375rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9375rem}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-top:1px solid var(--line)}th{color:var(--soft);font-weight:600;border-top:0}td:first-child{white-space:nowrap}td i{color:var(--soft);font-style:normal}
@media(max-width:599px){table.fields thead{display:none}table.fields tr{display:block;border-top:1px solid var(--line);padding:8px 0}table.fields td{display:block;border:0;padding:0;white-space:normal}}
footer{border-top:1px solid var(--line);padding:24px 16px;text-align:center;color:var(--soft)}footer a{display:inline-flex;min-height:44px;align-items:center}
@media print{header,nav,footer{display:none}}
`;
