import styles from '#app/styles/article-sources.css?inline'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { markSentences, type SentenceMark } from '#core/markdown/mark-sentences.ts'
import type { OffTurn } from '#core/off-turn.ts'

interface InLanguage {
  t: Translate
  language: Language
}
type SourcesProps = InLanguage & { told: ToldSources }

/** The statement before the text of an article about how it was made from its sources. */
export function SourcesStatement({ told, t, language }: SourcesProps) {
  return (
    <aside lang={language} className="mt-0! mb-9 font-sans text-sm text-soft">
      <p>
        {t(told.model === null ? 'article.sources.cited' : 'article.sources.drafted')}{' '}
        <a href="#sources">{t('article.sources.title')}</a>
      </p>
    </aside>
  )
}

/** The sentences of the text that have sources, with the ids of their button and of the part that it shows. */
const shownSentences = ({ is_original, sentences }: ToldSources) =>
  sentences.flatMap((sentence, index) => {
    const { field, sources, signed_by } = sentence
    if (!is_original || field !== 'content' || (sources.length === 0 && signed_by === null)) return []
    const shows = `rests-on-${signed_by === null ? sources.join('-') : `word-${index}`}`
    return [{ ...sentence, id: `sentence-${index}`, shows }]
  })

/**
 * The text of an article, in which a click on a sentence shows its sources. Labels and popovers do that, so that it takes no script: a
 * label presses the button after its sentence, and the button opens the popover with the same sources (`SentenceSources`).
 */
export async function withSentenceSources(
  html: string,
  told: ToldSources,
  { t, offTurn }: { t: Translate; offTurn: OffTurn },
): Promise<string> {
  const marks = shownSentences(told).map(({ text, id, shows, sources, signed_by }): SentenceMark => {
    if (signed_by !== null) return { text, id, shows, sign: '✍', label: t('article.sources.own') }
    const sign = sources.join(', ')
    return { text, id, shows, sign, label: `${t('article.sources.ofSentence')}: ${sign}` }
  })
  if (marks.length === 0) return html
  return offTurn('core/markdown/mark-sentences.ts#markSentences', markSentences, html, marks)
}

/** The popovers of the sentences, after the text. */
export function SentenceSources(props: SourcesProps) {
  const { told, t } = props
  const byId = new Map(shownSentences(told).map((sentence) => [sentence.shows, sentence]))
  return Array.from(byId, ([id, sentence]) => {
    const isSigned = sentence.signed_by !== null
    const title = t(isSigned ? 'article.sources.own' : 'article.sources.ofSentence')
    return (
      <div key={id} popover="auto" id={id} className="rests-on-list" role="note" aria-label={title}>
        <p>
          <strong>{title}</strong>
        </p>
        {isSigned ? (
          <p>
            <Signature {...props} {...sentence} />
          </p>
        ) : (
          <SourceList {...props} numbers={sentence.sources} />
        )}
      </div>
    )
  })
}

/** The sources of an article, and the people who have signed statements as own knowledge, after its text. */
export function SourcesSection(props: SourcesProps) {
  const { told, t, language } = props
  const own = told.sentences.filter(({ signed_by }) => signed_by !== null)
  return (
    <section lang={language} aria-labelledby="sources" className="article-sources">
      <style>{styles}</style>
      <h2 id="sources">{t('article.sources.title')}</h2>
      {!told.is_original && <p>{t('article.sources.ofOriginal')}</p>}
      <SourceList {...props} numbers={told.sources.map(({ number }) => number)} withCounts />
      {own.length > 0 && (
        <>
          <h3>{t('article.sources.own')}</h3>
          <ul>
            {own.map((sentence) => (
              <li key={sentence.text}>
                <q lang="en">{sentence.text}</q> <Signature {...props} {...sentence} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{t('article.sources.proves')}</p>
    </section>
  )
}

function SourceList({
  told,
  numbers,
  t,
  language,
  withCounts = false,
}: SourcesProps & { numbers: readonly number[]; withCounts?: boolean }) {
  return (
    <ol>
      {told.sources
        .filter(({ number }) => numbers.includes(number))
        .map((source) => {
          const { number, outlet, title, url, published_at, state } = source
          const isForeign = source.language && source.language !== language
          const name = isForeign ? <span lang={source.language ?? ''}>{title}</span> : title
          const count = told.sentences.filter(({ sources }) => sources.includes(number)).length
          return (
            <li key={number} value={number}>
              {`${outlet}: `}
              {url ? (
                <a href={url} rel="noopener nofollow">
                  {name}
                </a>
              ) : (
                name
              )}
              {', '}
              <time dateTime={htmlTime(published_at)}>{formatArticleDate(published_at, language)}</time>
              {withCounts && ` · ${t('article.sources.count', { count })}`}
              {(state === 'corrected' || state === 'withdrawn') && (
                <>
                  {' · '}
                  <strong>{t(`article.sources.${state}`)}</strong>
                </>
              )}
            </li>
          )
        })}
    </ol>
  )
}

/** Stands for the reason in a message; no text of the database has it. */
const REASON = '\0'

/** Reasons are in English, as the sentences are. */
function Signature({
  signed_by,
  reason,
  t,
  language,
}: InLanguage & Pick<ToldSources['sentences'][number], 'signed_by' | 'reason'>) {
  const [before, after] = t('article.sources.signed', { name: signed_by ?? '', reason: REASON }).split(REASON)
  return (
    <>
      {before}
      {language === 'en' ? reason : <span lang="en">{reason}</span>}
      {after}
    </>
  )
}
