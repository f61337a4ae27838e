/**
 * The style of the page of phones: a phone in the middle, the rest next to it or below. Light and
 * dark in the colours of the site's look.css.
 */
export const phoneStyle = `
:root{color-scheme:light dark;--paper:#faf7ef;--card:#fffdf8;--sunk:#f2ecdd;--line:#e6dfcf;--edge:#7f7a68;--ink:#17261d;--soft:#4c5c52;--green:#1f6b43;--solid:#1f6b43;--end:#a8432f}
@media(prefers-color-scheme:dark){:root{--paper:#101b15;--card:#18261e;--sunk:#0b140f;--line:#2c3c32;--edge:#7b8d80;--ink:#eef2e8;--soft:#aebcb1;--green:#86d3a4;--solid:#277a4c;--end:#ab4631}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;justify-content:space-between;max-width:960px;margin:0 auto;padding:16px}
h1{font-size:1.375rem;line-height:1.2;margin:0}h2{font-size:1.0625rem;margin:0 0 8px}p{margin:0}
nav{display:flex;flex-wrap:wrap;gap:0 14px;font-size:.9375rem}nav a{color:var(--green);display:inline-flex;align-items:center;min-height:44px}
main{display:grid;gap:24px;max-width:960px;margin:0 auto;padding:0 16px 32px}
@media(min-width:800px){main{grid-template-columns:360px 1fr;align-items:start}}
.phone{border:1px solid var(--line);width:100%;max-width:360px;margin:0 auto;background:#10141a;border-radius:40px;padding:14px;box-shadow:0 18px 40px #0003}
.bar{display:flex;justify-content:space-between;color:#fff;font-size:.8125rem;padding:2px 18px 10px}
.screen{background:linear-gradient(160deg,var(--sunk),var(--paper));border-radius:28px;min-height:520px;padding:20px 16px;display:flex;flex-direction:column;justify-content:center;gap:16px}
.number{text-align:center;color:var(--soft);font-variant-numeric:tabular-nums}
.prompt{background:var(--card);border-radius:16px;padding:20px 16px;display:grid;gap:12px;box-shadow:0 8px 24px #0002}
.ask{overflow-wrap:anywhere}.amount{font-size:1.75rem;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
label{font-weight:600}#pin{width:100%;min-height:52px;font-size:1.5rem;letter-spacing:.5em;text-align:center;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--ink)}
.hint,small{color:var(--soft);font-size:.875rem}.hint b{color:var(--ink);font-variant-numeric:tabular-nums}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button{min-height:48px;border-radius:10px;font:inherit;font-weight:600;line-height:1.3;padding:8px 16px;cursor:pointer;border:1px solid var(--edge);background:var(--card);color:var(--ink)}
button.main{background:var(--solid);border-color:var(--solid);color:#fff}button:hover{filter:brightness(.96)}
:focus-visible{outline:3px solid var(--green);outline-offset:2px}
.idle{text-align:center;display:grid;gap:8px;padding:0 8px}.still{font-size:1.25rem;font-weight:600}
.message{background:var(--card);border-radius:14px;padding:12px 14px;font-size:.9375rem;overflow-wrap:anywhere}
.side{display:grid;gap:16px}.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:16px}
.card>p{color:var(--soft)}.card form{display:grid;gap:4px;margin-top:8px}.card form button{justify-self:start;margin-top:8px}
.toggle{display:flex;gap:12px;align-items:center;min-height:44px;font-weight:400}.toggle input{width:22px;height:22px;flex:none;accent-color:var(--green)}
h3{font-size:1rem;margin:12px 0 0}.off{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
#number,textarea{width:100%;min-height:48px;padding:10px 12px;font:inherit;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--ink)}
.handset{width:100%;max-width:340px;margin:0 auto;padding:20px 20px 28px;border-radius:46px 46px 64px 64px;background:linear-gradient(160deg,#2e4a63,#16283a);box-shadow:0 18px 40px #0004,inset 0 2px 0 #ffffff30,inset 0 -6px 16px #0006;display:grid;gap:14px}
.brand{text-align:center;color:#dbe6ee;font-weight:700;letter-spacing:.2em;font-size:.8125rem}
.lcd{background:#c5d7a0;color:#16230c;border:6px solid #0c151d;border-radius:14px;min-height:216px;max-height:300px;overflow-y:auto;padding:8px 12px 12px;font:600 1rem/1.35 ui-monospace,Menlo,monospace;box-shadow:inset 0 2px 8px #0004}
.lcd h2{margin:0;font-size:1rem}.lcdbar{display:flex;justify-content:space-between;font-size:.8125rem;border-bottom:1px dashed #16230c88;padding-bottom:4px;margin-bottom:6px}
.ussd,.sms{white-space:pre-wrap;overflow-wrap:anywhere}.lcd small{color:inherit;font-size:.8125rem}.inbox li{display:grid;gap:0;border-color:#16230c55}
.keypad{display:grid;gap:12px}.typed span{color:#dbe6ee;font-size:.875rem}.typed input{width:100%;min-height:48px;padding:8px 12px;font:700 1.25rem ui-monospace,Menlo,monospace;border:2px solid #0c151d;border-radius:10px;background:#eef5dd;color:#16230c}
.row,.keys{display:grid;grid-template-columns:repeat(3,1fr);gap:10px}.key{display:grid;place-content:center;justify-items:center;min-height:54px;padding:2px;border:0;border-radius:16px;background:linear-gradient(#fbfcfd,#d5dde3);color:#14202b;box-shadow:0 3px 0 #0007}
.key b{font-size:1.375rem;line-height:1.1}.key small{color:#3c4a56;font-size:.75rem;line-height:1}.key:active{transform:translateY(2px);box-shadow:0 1px 0 #0007}.clear{min-height:48px;font-size:1.125rem}
.call,.end-call{border:0;color:#fff;border-radius:22px;padding:8px 4px}.call{background:var(--solid)}.end-call{background:var(--end)}.handset :focus-visible{outline-color:#ffd54a}
ul{list-style:none;margin:0;padding:0}li{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-top:1px solid var(--line)}li:first-child{border-top:0}
.end{text-align:right}.good{color:var(--green)}
`;
