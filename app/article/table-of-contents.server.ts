import { type Xml, xml } from '#core/feeds/escape.ts'
import type { Translate } from '#core/i18n/translator.ts'
import type { Heading } from '#core/markdown/headings.ts'

/** An article with fewer is seen at a glance. */
const MIN_ENTRIES = 4
const MAX_ENTRIES = 100

interface Entry {
  heading: Heading
  parts: Heading[]
}

/**
 * The table of contents of an article as HTML, in two levels; empty for a short one. On phones it is closed, and opens without any script.
 * `t` translates into the article's language.
 */
export function tableOfContents(headings: Heading[], t: Translate): string {
  const listed = headings.filter(({ level }) => level <= 3).slice(0, MAX_ENTRIES)
  if (listed.length < MIN_ENTRIES) return ''
  const title = t('article.contents.title')
  // The heading is for wide screens, where the list is always open, and the summary for small ones; each hides the other.
  return xml`<nav class="article-contents" aria-label="${title}">
<h2>${title}</h2>
<details>
<summary>${title}</summary>
<ol role="list">${entriesOf(listed).map(entryXml)}</ol>
</details>
</nav>`.xml
}

/** A part before the first section is an entry of its own. */
function entriesOf(headings: Heading[]): Entry[] {
  const entries: Entry[] = []
  for (const heading of headings) {
    const section = entries.at(-1)
    if (heading.level === 3 && section?.heading.level === 2) section.parts.push(heading)
    else entries.push({ heading, parts: [] })
  }
  return entries
}

function entryXml({ heading, parts }: Entry): Xml {
  const inside =
    parts.length > 0 ? xml`<ol role="list">${parts.map((part) => xml`<li>${link(part)}</li>`)}</ol>` : null
  return xml`<li>${link(heading)}${inside}</li>`
}

function link({ id, text }: Heading): Xml {
  return xml`<a href="#${id}" dir="auto">${text}</a>`
}
