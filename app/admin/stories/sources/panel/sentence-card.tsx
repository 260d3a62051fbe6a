import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import type { FormField } from '#app/admin/stories/article-form/article-form.ts'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import type { SentenceState } from '#app/admin/stories/sources/live/open-sentences.ts'
import {
  describeJudgeFinding,
  describeSignature,
  nameOfSourceState,
  nameOfState,
  TONES,
} from '#app/admin/stories/sources/panel/describe-sentence.ts'
import { MarkedWords } from '#app/admin/stories/sources/panel/marked-words.tsx'
import { SentenceFinder } from '#app/admin/stories/sources/panel/sentence-finder.tsx'
import type { ReadWish } from '#app/admin/stories/sources/panel/sources-panel.tsx'
import type { SourcedDraft } from '#app/admin/stories/sources/sources-context.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { ReadSource } from '#core/data/sourced-articles.ts'
import { ARTICLE_FIELD_NAMES, fieldLabel } from '#core/domain/article-fields.ts'
import type { Citation } from '#core/domain/sourced-article.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

interface SentenceCardProps {
  draft: SourcedDraft
  reading: ReadWish
  onField: (field: FormField) => void
}

/** The sentence under the cursor: its verdict, what was found, what it cites, and what can be done. */
export function SentenceCard({ draft, reading, onField }: SentenceCardProps) {
  const { sentences, states, current, wish, rights, actions, focusText } = draft
  const [open, setOpen] = useState<{ what: 'cite' | 'sign'; source: number | null } | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wish) setOpen({ what: wish.what, source: null })
  }, [wish])
  useEffect(() => {
    if (reading) setOpen({ what: 'cite', source: reading.source })
  }, [reading])

  const sentence = sentences[current]
  const state = states[current]
  const isHeading = sentence?.kind === 'heading'
  const canSign = rights.edits && state === 'red' && sentence?.is_signable === true
  function close() {
    setOpen(null)
    focusText()
  }

  return (
    <RailSection id="sentence" title={t('sources.sentence.title')} titleRef={title}>
      {sentence && state ? (
        <ShownSentence draft={draft} sentence={sentence} state={state} onField={onField} />
      ) : (
        <p className="text-sm text-soft">{t('sources.sentence.none')}</p>
      )}
      {sentence && open === null && (
        <div className="mt-3 flex flex-wrap gap-2">
          {!isHeading && (
            <Button
              variant="secondary"
              size="sm"
              aria-keyshortcuts="Control+Alt+O"
              onClick={() => setOpen({ what: 'cite', source: null })}
            >
              {t('sources.cite.open')}
            </Button>
          )}
          {canSign && (
            <Button
              variant="secondary"
              size="sm"
              aria-keyshortcuts="Control+Alt+G"
              onClick={() => setOpen({ what: 'sign', source: null })}
            >
              {t('sources.sign.open')}
            </Button>
          )}
        </div>
      )}
      {open?.what === 'cite' && (
        <SentenceFinder
          key={open.source}
          draft={draft}
          source={open.source}
          sentence={isHeading ? null : (sentence ?? null)}
          onCite={(found) => {
            if (!sentence || isHeading) return
            actions.cite(sentence, found)
            close()
          }}
          onClose={close}
        />
      )}
      {open?.what === 'sign' &&
        (sentence && canSign ? (
          <SignForm
            onSign={async (reason) => {
              if (!(await actions.sign(sentence, reason))) return
              setOpen(null)
              title.current?.focus()
            }}
            onClose={close}
          />
        ) : (
          <p role="status" className="mt-3 text-sm text-soft">
            {whyNotSignable(state, sentence, rights.edits)}
          </p>
        ))}
    </RailSection>
  )
}

function whyNotSignable(
  state: SentenceState | undefined,
  sentence: JudgedSentence | undefined,
  edits: boolean,
): string {
  if (!edits) return t('sources.sign.editors')
  return state === 'red' && sentence ? t('sources.sign.not') : t('sources.sign.needless')
}

interface ShownSentenceProps {
  draft: SourcedDraft
  sentence: JudgedSentence
  state: SentenceState
  onField: (field: FormField) => void
}

function ShownSentence({ draft, sentence, state, onField }: ShownSentenceProps) {
  const { signatures, rights, actions, sources } = draft
  const { findings, cites, field, text, key } = sentence
  const signature = state === 'signed' ? signatures.get(key) : undefined
  const formField = ARTICLE_FIELD_NAMES.find((name) => name === field)
  const differing = findings.filter(({ code }) => code === 'figures_differ')
  return (
    <div className="space-y-3 text-sm">
      <blockquote
        data-tone={TONES[state]}
        className="line-clamp-6 border-accent border-l-2 pl-3 wrap-anywhere"
      >
        {text}
      </blockquote>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge look="plain" tone={TONES[state]}>
          {nameOfState(state, sentence.findings)}
        </Badge>
        {formField && field !== 'content' && (
          <button
            type="button"
            className="min-h-6 text-soft underline underline-offset-4 hover:text-ink"
            onClick={() => onField(formField)}
          >
            {t('sources.sentence.field', { field: fieldLabel(formField) })}
          </button>
        )}
      </div>
      {findings.length > 0 && (
        <ul className="space-y-1.5">
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.quote} ${finding.other}`} className="wrap-anywhere">
              {describeJudgeFinding(finding)}
            </li>
          ))}
        </ul>
      )}
      {differing.map(({ quote, other }) => (
        <dl key={`${quote} ${other}`} className="grid grid-cols-2 gap-3 rounded-sm bg-wash p-3">
          <div>
            <dt className="text-faint">{t('sources.figures.here')}</dt>
            <dd className="font-semibold wrap-anywhere">{quote}</dd>
          </div>
          <div>
            <dt className="text-faint">{t('sources.figures.other')}</dt>
            <dd className="font-semibold wrap-anywhere">{other}</dd>
          </div>
        </dl>
      ))}
      {signature && (
        <div className="flex flex-wrap items-start justify-between gap-2">
          <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{describeSignature(signature)}</p>
          {rights.edits && (
            <Button variant="secondary" size="sm" onClick={() => void actions.withdraw(key)}>
              {t('sources.sign.takeBack')}
            </Button>
          )}
        </div>
      )}
      {sentence.kind === 'heading' && <p className="text-soft">{t('sources.sentence.heading')}</p>}
      {cites.length > 0 && (
        <ol className="space-y-2.5" aria-label={t('sources.cited')}>
          {cites.map((cite) => (
            <CitedSentence
              key={`${cite.source}.${cite.sentence}`}
              cite={cite}
              source={sources.find(({ number }) => number === cite.source)}
              sentence={text}
              onUncite={() => void actions.uncite(sentence, cite)}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

interface CitedSentenceProps {
  cite: Citation
  /** Undefined for one that the article does not have. */
  source: ReadSource | undefined
  /** The sentence of the article. */
  sentence: string
  onUncite: () => void
}

/** A sentence of a source, with the very words that the sentence of the article has from it. */
function CitedSentence({ cite, source, sentence, onUncite }: CitedSentenceProps) {
  const state = source ? nameOfSourceState(source.state) : t('sources.source.unknown')
  const id = `${cite.source}.${cite.sentence}`
  return (
    <li className="rounded-sm border border-line p-3">
      <div className="mb-1.5 flex items-start justify-between gap-x-3 text-faint">
        <p className="min-w-0 py-1.5 wrap-anywhere">
          <span className="mr-1 font-semibold text-ink tabular-nums">{cite.source}</span> {source?.outlet}{' '}
          {source && <ShortTime iso={source.published_at} />}{' '}
          {state && <span className="font-medium text-ink">{state}</span>}
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 shrink-0"
          aria-label={t('sources.cite.removeLabel', { id })}
          onClick={onUncite}
        >
          {t('sources.cite.remove')}
        </Button>
      </div>
      <p lang={source?.language ?? undefined} dir="auto" className="wrap-anywhere">
        <MarkedWords text={cite.text} sentence={sentence} />
      </p>
    </li>
  )
}

const MAX_REASON_LENGTH = 500

interface SignFormProps {
  onSign: (reason: string) => Promise<void>
  onClose: () => void
}

/** Lets an editor answer for a sentence that no source covers. */
function SignForm({ onSign, onClose }: SignFormProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function sign() {
    if (isBusy) return
    if (reason.trim() === '') return setError(t('sources.sign.noReason'))
    setIsBusy(true)
    await onSign(reason.trim())
    setIsBusy(false)
  }

  return (
    <form
      method="post"
      aria-labelledby={id}
      noValidate
      className="mt-3 space-y-3 rounded-sm border border-edge p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void sign()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p id={id} className="text-sm text-soft">
        {t('sources.sign.intro')}
      </p>
      <Field label={t('sources.sign.reason')} error={error || undefined}>
        {(control) => (
          <textarea
            {...control}
            ref={focusAtFirst}
            rows={2}
            maxLength={MAX_REASON_LENGTH}
            aria-required
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setError('')
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" aria-disabled={isBusy}>
          {isBusy ? t('ui.oneMoment') : t('sources.sign.action')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The field is rendered because somebody wants to type in it. */
const focusAtFirst = (field: HTMLTextAreaElement | null) => field?.focus()
