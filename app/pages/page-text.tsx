interface PageTextProps {
  title: string
  /** The text, rendered and sanitised. */
  html: string
  /** Above the text: when it was last changed. */
  updated?: string | undefined
  /** The person who is responsible, below the text. */
  responsible?: string | undefined
  /** The note on a page that is in another language than the site around it, in the language of the site. */
  note?: string | undefined
  /** The language of the page, if it is another one. */
  lang?: string | undefined
}

/** A page about the publication between header and footer. */
export function PageText({ title, html, updated, responsible, note, lang }: PageTextProps) {
  return (
    <>
      {note && (
        <p className="border-b border-line bg-wash text-sm">
          <span className="page block py-3">{note}</span>
        </p>
      )}
      <article className="page py-10 md:py-16" lang={lang}>
        <header className="measure">
          <h1 className="font-display text-headline font-medium">{title}</h1>
          {updated && <p className="mt-4 border-line border-t pt-4 text-faint text-sm">{updated}</p>}
        </header>
        <div
          className={`prose measure mt-8 ${beginsShort(html) ? 'begins-short' : ''}`}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised
          dangerouslySetInnerHTML={{ __html: html }}
        />
        {responsible && <p className="measure mt-8 border-line border-t pt-4 text-soft">{responsible}</p>}
      </article>
    </>
  )
}

/** The characters of three lines on wide screens, beside which the large first letter of a text is. */
const LETTER_NEEDS = 180

/** Returns true if the first paragraph is lower than its large letter would be. */
function beginsShort(html: string): boolean {
  const [, first] = /^<p>(.*?)<\/p>/s.exec(html) ?? []
  return first !== undefined && first.replace(/<[^>]*>/g, '').length < LETTER_NEEDS
}
