import type { Language } from '#core/i18n/languages.ts'
import { escapeHtml } from '#server/mail/templates/escape-html.ts'

export interface LayoutContent {
  language: Language
  /** The name of the publication. */
  site: string
  /** What the inbox shows after the subject. */
  preheader: string
  paragraphs: string[]
  button?: { label: string; href: string; fallback: string }
  /** What follows, smaller. */
  notes: string[]
}

const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "Georgia,'Times New Roman',serif"

/** Mail clients that know dark mode get our colours instead of inverting the light ones by themselves. */
const DARK_MODE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background-color: #14130f !important; }
    .card { background-color: #1d1c18 !important; border-color: #33312b !important; }
    .name, .text { color: #f0ede6 !important; }
    .note, .link { color: #aaa59a !important; }
    .rule { border-color: #33312b !important; }
    .button, .button a { background-color: #f0ede6 !important; color: #1c1b18 !important; }
  }`

/** Fills the preview line, so that the inbox does not go on with the body. */
const PREVIEW_PADDING = '&#847;&zwnj;&nbsp;'.repeat(60)

/** One short mail, as plain text and as HTML with the same content. Everything passed in is text and is escaped. */
export function layout(content: LayoutContent): { text: string; html: string } {
  return { text: layoutText(content), html: layoutHtml(content) }
}

function layoutText({ site, paragraphs, button, notes }: LayoutContent): string {
  const blocks = [...paragraphs, ...(button ? [button.href] : []), ...notes, `-- \n${site}`]
  return `${blocks.join('\n\n')}\n`
}

function layoutHtml(content: LayoutContent): string {
  const { language, preheader, paragraphs, button, notes } = content
  const site = escapeHtml(content.site)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${site}</title>
<style>${DARK_MODE}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f5f3ee;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#f5f3ee">${escapeHtml(preheader)}${PREVIEW_PADDING}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background-color:#f5f3ee">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="name" style="padding:0 0 20px;font-family:${SERIF};font-size:22px;line-height:28px;font-weight:bold;color:#1c1b18">${site}</td></tr>
<tr><td class="card" style="padding:36px 32px;background-color:#ffffff;border:1px solid #e5e1d8;border-radius:8px">
${paragraphs.map(paragraph).join('\n')}${button ? `\n${buttonRow(button)}` : ''}
<div class="rule" style="margin:28px 0 0;border-top:1px solid #e5e1d8"></div>
${notes.map(note).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function paragraph(text: string): string {
  return `<p class="text" style="margin:0 0 16px;font-family:${SERIF};font-size:17px;line-height:27px;color:#1c1b18">${escapeHtml(text)}</p>`
}

/** The address stands below as text, not as a second link: there is one thing to click. */
function buttonRow({ label, href, fallback }: NonNullable<LayoutContent['button']>): string {
  const address = escapeHtml(href)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 24px">
<tr><td class="button" align="center" bgcolor="#1c1b18" style="border-radius:6px;background-color:#1c1b18">
<a href="${address}" style="display:inline-block;padding:14px 28px;font-family:${SANS};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(label)}</a>
</td></tr>
</table>
<p class="note" style="margin:0 0 4px;font-family:${SANS};font-size:13px;line-height:20px;color:#6a665c">${escapeHtml(fallback)}</p>
<p class="link" style="margin:0;font-family:${SANS};font-size:13px;line-height:20px;color:#6a665c;word-break:break-all">${address}</p>`
}

function note(text: string): string {
  return `<p class="note" style="margin:16px 0 0;font-family:${SANS};font-size:13px;line-height:20px;color:#6a665c">${escapeHtml(text)}</p>`
}
