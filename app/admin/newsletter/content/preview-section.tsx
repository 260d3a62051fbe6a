import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Smartphone from 'lucide-react/icons/smartphone'
import Sun from 'lucide-react/icons/sun'
import * as Tabs from 'radix-ui/tabs'
import * as ToggleGroup from 'radix-ui/toggle-group'
import { useEffect, useId, useRef, useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { MailFrame, type MailTheme } from '#app/admin/mail/outbox/mail-frame.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { failedAs } from '#app/admin/newsletter/newsletter-queries.ts'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { previewNewsletter } from '#core/data/newsletter-editing.ts'
import type { PreviewAnswer } from '#core/domain/newsletter-composing.ts'
import { MESSAGE_MAX_BYTES } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

interface SwitchProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly {
    value: Value
    label: string
    icon: React.ComponentType<{ size: number; 'aria-hidden': boolean }>
  }[]
}

const NUMBER = new Intl.NumberFormat('en')

const KILOBYTES = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const TAB =
  '-mb-px min-h-10 border-transparent border-b-2 px-1 text-faint text-sm hover:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

interface PreviewSectionProps {
  issueId: string
  language: Language
}

interface Shown {
  language: Language
  subject: string
  preview: PreviewAnswer
}

/** The preview of an edition, rendered like the mails. */
export function PreviewSection({ issueId, language }: PreviewSectionProps) {
  const { draft, flush } = useIssueDraft()
  const { toast } = useToast()
  const [shown, setShown] = useState<Shown | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [theme, setTheme] = useState<MailTheme>('light')
  const [sections, setSections] = useState<readonly string[]>([])
  /** Counts the requests, of which the last one is shown. */
  const asked = useRef(0)

  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (shown) section.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  async function show(chosen = sections) {
    const request = ++asked.current
    setIsBusy(true)
    try {
      await flush()
      const subject = draft.read({ kind: 'edition', language, field: 'subject' }) ?? ''
      const content = draft.read({ kind: 'edition', language, field: 'content' })
      const preview = await signedIn(async (client) =>
        answerOf(
          await previewNewsletter(client, {
            issueId,
            language,
            // Unsaved texts are rendered as well.
            ...(subject && { subject }),
            ...(typeof content === 'string' && { content }),
            ...(chosen.length > 0 && { sections: chosen }),
          }),
        ),
      )
      if (request === asked.current) setShown({ language, subject, preview })
    } catch (error) {
      if (request === asked.current)
        toast(failedAs(t('newsletterIssue.preview.failed'))(describeError(error)))
    } finally {
      if (request === asked.current) setIsBusy(false)
    }
  }

  const isOther = shown !== null && shown.language !== language
  const id = useId()
  return (
    <section ref={section} aria-labelledby={id} className="mt-5 scroll-mb-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 id={id} className="font-semibold">
          {t('newsletterIssue.preview')}
        </h4>
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" aria-disabled={isBusy} onClick={() => isBusy || void show()}>
            {isBusy
              ? t('ui.oneMoment')
              : t(shown ? 'newsletterIssue.preview.again' : 'newsletterIssue.preview.show')}
          </Button>
          {shown && (
            <Button variant="ghost" size="sm" onClick={() => setShown(null)}>
              {t('newsletterIssue.preview.close')}
            </Button>
          )}
        </div>
      </div>
      {shown && !isOther && (
        <Tabs.Root defaultValue="html" className="mt-4">
          <PreviewSections
            chosen={sections}
            onChange={(chosen) => {
              setSections(chosen)
              void show(chosen)
            }}
          />
          <p role="status" className="text-orange text-sm not-empty:mb-4">
            {shown.preview.isEmpty && t('newsletterIssue.preview.empty')}
          </p>
          <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
            <Tabs.List
              aria-label={t('newsletterIssue.preview.parts')}
              className="flex gap-5 border-line border-b"
            >
              <Tabs.Trigger value="html" className={TAB}>
                {t('newsletterIssue.preview.html')}
              </Tabs.Trigger>
              <Tabs.Trigger value="text" className={TAB}>
                {t('newsletterIssue.preview.text')}
              </Tabs.Trigger>
            </Tabs.List>
            <Switch
              label={t('newsletterIssue.preview.width')}
              value={width}
              onChange={setWidth}
              options={[
                { value: 'desktop', label: t('newsletterIssue.preview.desktop'), icon: Monitor },
                { value: 'phone', label: t('newsletterIssue.preview.phone'), icon: Smartphone },
              ]}
            />
            <Switch
              label={t('newsletterIssue.preview.theme')}
              value={theme}
              onChange={setTheme}
              options={[
                { value: 'light', label: t('newsletterIssue.preview.light'), icon: Sun },
                { value: 'dark', label: t('newsletterIssue.preview.dark'), icon: Moon },
              ]}
            />
            <MessageSize bytes={shown.preview.bytes} />
          </div>
          <Tabs.Content value="html">
            <MailFrame
              title={t('newsletterIssue.preview.frame', { subject: shown.subject })}
              html={shown.preview.html}
              theme={theme}
              className={`mx-auto h-[44rem] max-h-[85dvh] max-w-full ${width === 'phone' ? 'w-[375px]' : 'w-full'}`}
            />
          </Tabs.Content>
          <Tabs.Content value="text">
            <pre
              lang={language}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard
              tabIndex={0}
              className="max-h-[44rem] overflow-auto border border-line p-5 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
            >
              {shown.preview.text}
            </pre>
          </Tabs.Content>
        </Tabs.Root>
      )}
      {isOther && <p className="text-faint text-sm">{t('newsletterIssue.preview.otherLanguage')}</p>}
    </section>
  )
}

/** Says how large a message is, of what Gmail shows. */
function MessageSize({ bytes }: { bytes: number }) {
  const isTooLarge = bytes > MESSAGE_MAX_BYTES
  return (
    <p className={`text-sm tabular-nums ${isTooLarge ? 'text-red' : 'text-soft'}`}>
      {t(isTooLarge ? 'newsletterIssue.preview.tooLarge' : 'newsletterIssue.preview.size', {
        size: KILOBYTES.format(bytes / 1024),
        bytes: NUMBER.format(bytes),
        most: NUMBER.format(MESSAGE_MAX_BYTES),
      })}
    </p>
  )
}

/** One of a few views, chosen by its icon. */
function Switch<Value extends string>({ label, value, onChange, options }: SwitchProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing the chosen item does not deselect it.
      onValueChange={(chosen) => chosen && onChange(chosen as Value)}
      className="inline-flex rounded-sm border border-edge"
    >
      {options.map(({ value: option, label: name, icon: Icon }) => (
        <ToggleGroup.Item
          key={option}
          value={option}
          aria-label={name}
          title={name}
          className="inline-flex size-9 items-center justify-center text-faint hover:text-ink data-[state=on]:bg-line data-[state=on]:text-ink"
        >
          <Icon aria-hidden size={17} />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}

interface PreviewSectionsProps {
  /** The chosen sections; none means the whole issue. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Chooses sections as a subscriber does, to see what is sent to one who has chosen these. */
function PreviewSections({ chosen, onChange }: PreviewSectionsProps) {
  const options = useCategoryOptions()
  return (
    <fieldset className="mb-3 text-sm">
      <legend className="leading-8 sm:float-left sm:mr-5">{t('newsletterIssue.preview.sections')}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(([slug, name]) => (
          <label key={slug} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(slug)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, slug] : chosen.filter((one) => one !== slug))
              }
              className="size-4 accent-ink"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
