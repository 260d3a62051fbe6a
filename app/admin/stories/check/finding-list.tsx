import { useId, useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { CopyButton } from '#app/admin/media/copy-picture.tsx'
import type { ArticleCheck } from '#app/admin/stories/check/article-check-provider.tsx'
import { useArticleCheckResult } from '#app/admin/stories/check/article-check-provider.tsx'
import { describeCounts, nameOfField } from '#app/admin/stories/check/describe-finding.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Finding } from '#core/check/finding.ts'
import { MAX_REASON_LENGTH } from '#core/domain/article-check.ts'
import { isStorable } from '#core/domain/article-input.ts'

const UNDO_MS = 15_000

interface FindingListProps {
  check: ArticleCheck
  /** Called to select the text of a finding. */
  onGoTo: (finding: Finding) => void
}

/** The open findings and, collapsed below them, those that an editor has overridden, with the reasons. */
export function FindingList({ check, onGoTo }: FindingListProps) {
  const { findings } = check
  const id = useId()
  const counts = useRef<HTMLParagraphElement>(null)
  const [said, setSaid] = useState('')
  const open = findings.filter(({ reason }) => reason === null)
  const overridden = findings.filter(({ reason }) => reason !== null)

  async function override(finding: Finding, reason: string) {
    await check.override(finding, reason)
    setSaid(t('check.overrideSaved'))
    // The row that had the focus moves into the other list.
    counts.current?.focus()
  }
  async function withdraw(finding: Finding) {
    try {
      await check.withdraw(finding)
      setSaid(t('check.withdrawn'))
      counts.current?.focus()
    } catch (error) {
      setSaid(describeError(error))
    }
  }

  return (
    <div>
      <p id={id} ref={counts} tabIndex={-1} className="text-sm text-soft">
        {describeCounts(findings)}
      </p>
      {open.length > 0 && (
        <ul aria-labelledby={id} className="mt-3 divide-y divide-line border-line border-y">
          {open.map((finding) => (
            <OpenFinding
              key={finding.id}
              finding={finding}
              onGoTo={onGoTo}
              onOverride={override}
              onCopied={() => counts.current?.focus()}
            />
          ))}
        </ul>
      )}
      {overridden.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-6 cursor-pointer text-sm text-soft">
            {t('check.overridden', { count: overridden.length })}
          </summary>
          <ul className="mt-2 divide-y divide-line">
            {overridden.map((finding) => (
              <li
                key={finding.id}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3"
              >
                <div className="min-w-0 flex-1 basis-60 break-words text-sm">
                  <p className="text-soft">{finding.message}</p>
                  <p className="mt-1 text-faint">{t('check.reason', { reason: finding.reason ?? '' })}</p>
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('check.withdrawLabel', { message: finding.message })}
                  onClick={() => void withdraw(finding)}
                >
                  {t('check.withdraw')}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <UncheckedLinks addresses={check.unchecked} />
      <Announcement>{said}</Announcement>
    </div>
  )
}

function OpenFinding({
  finding,
  onGoTo,
  onOverride,
  onCopied,
}: Pick<FindingListProps, 'onGoTo'> & {
  finding: Finding
  /** May throw; the typed reason then stays in its field. */
  onOverride: (finding: Finding, reason: string) => Promise<void>
  /** Called when its image was replaced; the row disappears. */
  onCopied: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { message, severity, field } = finding

  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 break-words text-sm">
          <span className="mr-2 inline-block">
            <Badge tone={severity === 'problem' ? 'red' : 'orange'} look="plain">
              {severity === 'problem' ? t('check.problem') : t('check.question')}
            </Badge>
          </span>
          {message}
        </p>
        <div className="flex flex-wrap gap-2">
          {finding.rule === 'remote_image' && <CopyImage finding={finding} onCopied={onCopied} />}
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('check.goToLabel', { field: nameOfField(field), message })}
            onClick={() => onGoTo(finding)}
          >
            {t('check.goTo')}
          </Button>
          <Button
            ref={button}
            variant="ghost"
            size="sm"
            aria-expanded={isAsking}
            aria-label={t('check.overrideLabel', { message })}
            onClick={() => setIsAsking(!isAsking)}
          >
            {t('check.override')}
          </Button>
        </div>
      </div>
      {isAsking && (
        <OverrideForm
          onSave={(reason) => onOverride(finding, reason)}
          onCancel={() => {
            setIsAsking(false)
            button.current?.focus()
          }}
        />
      )}
    </li>
  )
}

/** Copies an image of another server into the library, and shows the copy in the article instead. */
function CopyImage({ finding: { quote, message }, onCopied }: { finding: Finding; onCopied: () => void }) {
  const { replaceImage } = useArticleCheckResult()
  const { toast } = useToast()
  return (
    <CopyButton
      address={quote}
      label={t('media.copy.label', { message })}
      onCopied={async (path) => {
        const undo = await replaceImage(quote, path)
        onCopied()
        toast({
          title: t('media.copy.done'),
          description: (
            <Button variant="secondary" size="sm" onClick={() => void undo()}>
              {t('media.copy.undo')}
            </Button>
          ),
          durationMs: UNDO_MS,
        })
      }}
    />
  )
}

/** The links that could not be checked, collapsed. They are no findings, because many servers refuse automatic requests. */
function UncheckedLinks({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-6 cursor-pointer text-soft">
        {t('check.unchecked', { count: addresses.length })}
      </summary>
      <p className="mt-2 text-faint">{t('check.uncheckedWhy')}</p>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {addresses.map((address) => (
          <li key={address} className="py-2">
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
            >
              {address}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface OverrideFormProps {
  onSave: (reason: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the reason of an override. It is no `form` element, because it is inside the form of an article. */
function OverrideForm({ onSave, onCancel }: OverrideFormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [isSaving, setIsSaving] = useState(false)

  async function save() {
    const problem = problemOf(reason)
    setError(problem)
    if (problem || isSaving) return
    setIsSaving(true)
    try {
      await onSave(reason.trim())
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div data-own-escape className="mt-3 max-w-xl">
      <TextField
        label={t('check.overrideReason')}
        value={reason}
        error={error}
        required
        autoComplete="off"
        ref={focusAtFirst}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          // Neither the form nor the dialog around the field may handle these keys.
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') onCancel()
          else if (!event.nativeEvent.isComposing) void save()
        }}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-disabled={isSaving} onClick={() => void save()}>
          {isSaving ? t('check.overrideSaving') : t('check.overrideSave')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** The field is rendered after a click on its button, so it takes the focus. */
const focusAtFirst = (field: HTMLInputElement | null) => field?.focus()

function problemOf(reason: string): string {
  if (reason.trim() === '') return t('check.overrideMissing')
  if (Array.from(reason.trim()).length > MAX_REASON_LENGTH) return t('check.overrideLong')
  return isStorable(reason) ? '' : t('check.overrideUnstorable')
}
