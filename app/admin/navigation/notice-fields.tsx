import { t } from '#app/admin/messages.ts'
import { LocalizedText } from '#app/admin/navigation/localized-text.tsx'
import type { MomentDraft, NoticeDraft } from '#app/admin/navigation/navigation-drafts.ts'
import { MomentFields } from '#app/admin/publish/moment-fields.tsx'
import { chosen } from '#app/admin/publish/plan.ts'
import { formatPlanned, knownZone } from '#app/admin/schedule/format-time.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { noticeAt } from '#core/domain/notice.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'

interface NoticeFieldsProps {
  form: SettingForm
  stored: Settings['notice'] | undefined
  languages: readonly Language[]
  /** The time zone in which the publication plans. */
  zone: string
}

const EDGES = {
  from: { label: t('navigation.notice.from'), hint: t('navigation.notice.fromHint') },
  until: { label: t('navigation.notice.until'), hint: t('navigation.notice.untilHint') },
}

/** The notice above the header, with when readers see it. */
export function NoticeFields({ form, stored, languages, zone }: NoticeFieldsProps) {
  const notice = form.draft('notice')
  const change = (part: Partial<NoticeDraft>) => form.change('notice', { ...notice, ...part })
  const isWritten = Object.values(notice.text).some((text) => text.trim() !== '')
  return (
    <>
      <LocalizedText
        form={form}
        field="notice.text"
        label={t('navigation.notice.text')}
        texts={notice.text}
        languages={languages}
        onChange={(text) => change({ text })}
      />
      <TextField
        label={t('navigation.notice.to')}
        hint={t('navigation.notice.toHint')}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        value={notice.to}
        error={form.problemOf('notice.to')}
        onChange={({ target }) => change({ to: target.value })}
      />
      {(['from', 'until'] as const).map((edge) => (
        <NoticeTime
          key={edge}
          label={EDGES[edge].label}
          hint={EDGES[edge].hint}
          value={notice[edge]}
          problem={
            form.problemOf(`notice.${edge}`) !== undefined
              ? t('navigation.notice.time')
              : edge === 'until' && form.problemOf('notice') !== undefined
                ? t('navigation.notice.order')
                : undefined
          }
          zone={zone}
          onChange={(moment) => change({ [edge]: moment })}
        />
      ))}
      {stored && !form.edited.has('notice') && <p className="text-soft text-sm">{describe(stored, zone)}</p>}
      {isWritten && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            const text = Object.fromEntries(Object.keys(notice.text).map((code) => [code, '']))
            change({ text: text as NoticeDraft['text'], to: '', from: null, until: null })
          }}
        >
          {t('navigation.notice.remove')}
        </Button>
      )}
    </>
  )
}

interface NoticeTimeProps {
  label: string
  hint: string
  value: MomentDraft
  problem: string | undefined
  zone: string
  onChange: (value: MomentDraft) => void
}

/** A time that may be left out. */
function NoticeTime({ label, hint, value, problem, zone, onChange }: NoticeTimeProps) {
  const time = value && ('moment' in value ? chosen(new Date(value.moment), knownZone(zone)) : value)
  return (
    <div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium text-sm">
        <input
          type="checkbox"
          className="size-4.5 shrink-0 accent-ink"
          checked={time !== null}
          onChange={({ target }) =>
            onChange(target.checked ? { ...chosen(new Date(), knownZone(zone)), time: '' } : null)
          }
        />
        {label}
      </label>
      {time ? (
        <fieldset aria-label={label} className="pl-7">
          <MomentFields
            value={time}
            planningZone={zone}
            problems={problem ? { date: problem } : {}}
            onChange={onChange}
          />
        </fieldset>
      ) : (
        <p className="pl-7 text-faint text-sm">{hint}</p>
      )}
    </div>
  )
}

/** Whether readers see it. */
function describe(stored: NonNullable<Settings['notice']>, zone: string): string {
  const now = Date.now()
  if (noticeAt(stored, now)) return t('navigation.notice.shown')
  if (stored.until && Date.parse(stored.until) <= now) return t('navigation.notice.over')
  return t('navigation.notice.scheduled', {
    from: formatPlanned(new Date(stored.from ?? now), zone, { isShort: true }),
  })
}
