import { EditableRows } from '#app/admin/kit/form/editable-rows.tsx'
import { chosen, MomentFields } from '#app/admin/kit/form/moment-fields.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatPlanned, knownZone } from '#app/admin/kit/ui/format.ts'
import { FooterColumns } from '#app/admin/settings/navigation/footer-columns.tsx'
import { LinkRows } from '#app/admin/settings/navigation/link-rows.tsx'
import { LocalizedText } from '#app/admin/settings/navigation/localized-text.tsx'
import type { MomentDraft, NoticeDraft } from '#app/admin/settings/navigation/navigation-drafts.ts'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingForm, SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { Settings } from '#core/domain/settings.ts'
import { noticeAt } from '#core/domain/site-links.ts'
import { nameProfiles } from '#core/domain/social-networks.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

const MAX_LINKS = 6
const MAX_PROFILES = 12

/** Links around every page, and a notice above it. */
export function NavigationSettings(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={SECTIONS.navigation}>
      <NavigationFields {...props} />
    </SettingSection>
  )
}

/** The fields of the navigation, for any form of settings. */
export function NavigationFields({ form, settings: { stored, defaults } }: SettingPartProps) {
  const languages = stored.languages ?? LANGUAGE_CODES
  const conflict = (
    name: 'header_links' | 'footer_columns' | 'social_profiles' | 'notice',
    label: string,
  ) => <ChangedMeanwhile form={form} name={name} label={label} />
  return (
    <>
      <SettingGroup legend={SETTING_LABELS.header_links} hint={t('navigation.header.hint')}>
        <LinkRows
          form={form}
          field="header_links"
          where={SETTING_LABELS.header_links}
          links={form.draft('header_links')}
          max={MAX_LINKS}
          languages={languages}
          onChange={(links) => form.change('header_links', links)}
        />
        {conflict('header_links', SETTING_LABELS.header_links)}
      </SettingGroup>
      <SettingGroup legend={SETTING_LABELS.footer_columns} hint={t('navigation.footer.hint')}>
        <FooterColumns form={form} languages={languages} />
        {conflict('footer_columns', SETTING_LABELS.footer_columns)}
      </SettingGroup>
      <SettingGroup legend={SETTING_LABELS.social_profiles} hint={t('navigation.profiles.hint')}>
        <ProfileRows form={form} />
        {conflict('social_profiles', SETTING_LABELS.social_profiles)}
      </SettingGroup>
      <SettingGroup legend={SETTING_LABELS.notice} hint={t('navigation.notice.hint')}>
        <NoticeFields
          form={form}
          stored={stored.notice}
          languages={languages}
          zone={stored.newsletter_zone ?? defaults.newsletter_zone}
        />
        {conflict('notice', SETTING_LABELS.notice)}
      </SettingGroup>
    </>
  )
}

function ProfileRows({ form }: { form: SettingForm }) {
  const profiles = form.draft('social_profiles')
  const names = new Map(nameProfiles(profiles.map(({ to }) => to.trim())).map(({ to, name }) => [to, name]))
  return (
    <EditableRows
      rows={profiles}
      empty={{ to: '' }}
      max={MAX_PROFILES}
      problem={form.problemOf('social_profiles')}
      columnsClass="grid-cols-1"
      nameOf={(number) => t('navigation.profiles.name', { number })}
      remove={{
        text: t('navigation.profiles.remove'),
        nameOf: (number) => t('navigation.profiles.removeName', { number }),
      }}
      add={{ text: t('navigation.profiles.add') }}
      isOrdered
      onChange={(rows) => form.change('social_profiles', rows)}
    >
      {({ to }, index, change) => {
        const name = names.get(to.trim())
        return (
          <TextField
            label={t('navigation.profiles.address')}
            hint={name && t('navigation.profiles.shownAs', { name })}
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            placeholder={t('navigation.profiles.example')}
            value={to}
            error={form.problemOf(`social_profiles.${index}`)}
            onChange={({ target }) => change({ to: target.value })}
          />
        )
      }}
    </EditableRows>
  )
}

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
function NoticeFields({ form, stored, languages, zone }: NoticeFieldsProps) {
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

/** Says whether readers see it. */
function describe(stored: NonNullable<Settings['notice']>, zone: string): string {
  const now = Date.now()
  if (noticeAt(stored, now)) return t('navigation.notice.shown')
  if (stored.until && Date.parse(stored.until) <= now) return t('navigation.notice.over')
  return t('navigation.notice.scheduled', {
    from: formatPlanned(new Date(stored.from ?? now), zone, { isShort: true }),
  })
}
