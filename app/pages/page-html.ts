import { xml } from '#core/feeds/escape.ts'

interface PageParts {
  title: string
  /** The text, rendered and sanitised. */
  html: string
  /** Above the text: when it was last changed. */
  updated?: string | undefined
  /** Below the text: who answers for it. */
  responsible?: string | undefined
  /** What is said of a page that is in another language than the site around it, in the language of the site. */
  note?: string | undefined
  /** Of the page, where that is another one. */
  lang?: string | undefined
}

/** A page about the publication between header and footer. It is made on the server, so that it costs browsers no script. */
export function pageHtml({ title, html, updated, responsible, note, lang }: PageParts): string {
  const page = xml`<article class="page py-10 md:py-16"${lang ? xml` lang="${lang}"` : null}>
<header class="measure">
<h1 class="font-display text-headline font-medium">${title}</h1>
${updated ? xml`<p class="mt-4 border-line border-t pt-4 text-faint text-sm">${updated}</p>` : null}
</header>
${beginsShort(html) ? xml`<div class="prose measure mt-3"><i hidden></i>` : xml`<div class="prose measure mt-8">`}${{ xml: html }}</div>
${responsible ? xml`<p class="measure mt-8 border-line border-t pt-4 text-soft">${responsible}</p>` : null}
</article>`
  if (!note) return page.xml
  return xml`<p class="border-b border-line bg-wash text-sm"><span class="page block py-3">${note}</span></p>${page}`
    .xml
}

/** Of three lines on wide screens, beside which the large first letter of a text stands. */
const LETTER_NEEDS = 180

/** Whether the first paragraph is lower than its large letter would be, which is only drawn in the first element of a text. */
function beginsShort(html: string): boolean {
  const [, first] = /^<p>(.*?)<\/p>/s.exec(html) ?? []
  return first !== undefined && first.replace(/<[^>]*>/g, '').length < LETTER_NEEDS
}
