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
 * The table of contents of an article, in two levels; nothing for a short one. On phones it is closed, and opens without any script.
 * `t` translates into the article's language.
 */
export function TableOfContents({ headings, t }: { headings: Heading[]; t: Translate }) {
  const listed = headings.filter(({ level }) => level <= 3).slice(0, MAX_ENTRIES)
  if (listed.length < MIN_ENTRIES) return null
  const title = t('article.contents.title')
  // The heading is for wide screens, where the list is always open, and the summary for small ones; each hides the other.
  return (
    <nav className="article-contents" aria-label={title}>
      <h2>{title}</h2>
      <details>
        <summary>{title}</summary>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without markers for none */}
        <ol role="list">
          {entriesOf(listed).map(({ heading, parts }) => (
            <li key={heading.id}>
              <HeadingLink {...heading} />
              {parts.length > 0 && (
                // biome-ignore lint/a11y/noRedundantRoles: the same
                <ol role="list">
                  {parts.map((part) => (
                    <li key={part.id}>
                      <HeadingLink {...part} />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
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

function HeadingLink({ id, text }: Heading) {
  return (
    <a href={`#${id}`} dir="auto">
      {text}
    </a>
  )
}
