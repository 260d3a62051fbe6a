import { EditableRows } from '#app/admin/form/editable-rows.tsx'
import { t } from '#app/admin/messages.ts'
import { FooterColumns } from '#app/admin/navigation/footer-columns.tsx'
import { LinkRows } from '#app/admin/navigation/link-rows.tsx'
import { NoticeFields } from '#app/admin/navigation/notice-fields.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingForm, SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { TextField } from '#app/components/ui/field.tsx'
import { nameProfiles } from '#core/domain/social-networks.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

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
      <SettingGroup legend={t('navigation.header.label')} hint={t('navigation.header.hint')}>
        <LinkRows
          form={form}
          field="header_links"
          where={t('navigation.header.label')}
          links={form.draft('header_links')}
          max={MAX_LINKS}
          languages={languages}
          onChange={(links) => form.change('header_links', links)}
        />
        {conflict('header_links', t('navigation.header.label'))}
      </SettingGroup>
      <SettingGroup legend={t('navigation.footer.label')} hint={t('navigation.footer.hint')}>
        <FooterColumns form={form} languages={languages} />
        {conflict('footer_columns', t('navigation.footer.label'))}
      </SettingGroup>
      <SettingGroup legend={t('navigation.profiles.label')} hint={t('navigation.profiles.hint')}>
        <ProfileRows form={form} />
        {conflict('social_profiles', t('navigation.profiles.label'))}
      </SettingGroup>
      <SettingGroup legend={t('navigation.notice.label')} hint={t('navigation.notice.hint')}>
        <NoticeFields
          form={form}
          stored={stored.notice}
          languages={languages}
          zone={stored.newsletter_zone ?? defaults.newsletter_zone}
        />
        {conflict('notice', t('navigation.notice.label'))}
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
