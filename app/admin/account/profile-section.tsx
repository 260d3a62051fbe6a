import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { PictureField } from '#app/admin/account/picture-field.tsx'
import { knownAuthorsQuery, myProfileQuery, PROFILE_KEY } from '#app/admin/account/profile-queries.ts'
import { codeOf } from '#app/admin/errors/classify-error.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { PEOPLE_KEY } from '#app/admin/people/people-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { doubtAccess } from '#app/admin/session/access-doubt.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { saveProfile } from '#core/data/profiles.ts'
import type { Profile } from '#core/domain/profile.ts'
import {
  MAX_BYLINE_LENGTH,
  MAX_FEDIVERSE_LENGTH,
  MAX_NAME_LENGTH,
  type ProfileChanges,
  type ProfileInput,
  profileInput,
} from '#core/domain/profile-input.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

/** What colleagues and readers know of the member, and how the member wants to be told. */
export function ProfileSection() {
  const { user_id } = useMember()
  const profile = useQuery(myProfileQuery(user_id))
  return (
    <PageSection id="profile" title={t('account.profile.title')} intro={t('account.profile.intro')}>
      <QueryView query={profile} what={t('account.profile.what')} pending={<ListSkeleton rows={3} />}>
        {(known) => known && <ProfileForm profile={known} />}
      </QueryView>
    </PageSection>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { user_id, name } = useMember()
  const authors = useId()
  const { data: known = [] } = useQuery(knownAuthorsQuery)
  const { toast } = useToast()
  const save = useDeskMutation({
    run: (client, changes: ProfileChanges) => saveProfile(client, { userId: user_id, changes }),
    invalidates: [PROFILE_KEY, PEOPLE_KEY],
  })
  const state = useDeskForm<ProfileInput, ProfileChanges>({
    schema: profileInput,
    initial: {
      display_name: profile.display_name ?? '',
      byline: profile.byline ?? '',
      fediverse: profile.fediverse ?? '',
      language: profile.language,
      wants_mails: profile.wants_mails,
    },
    async submit(changes) {
      await save.mutateAsync(changes)
      // The menu shows the name.
      doubtAccess('changed')
      toast({ title: t('ui.success'), description: t('account.profile.done') })
    },
    placeError: placeTaken,
  })
  const { register } = state.form
  return (
    <div className="max-w-md space-y-6">
      <PictureField name={name} picture={profile.picture} />
      <DeskForm state={state} action={t('account.profile.action')} busyAction={t('form.saving')}>
        <FormField
          state={state}
          name="display_name"
          label={t('account.profile.name')}
          hint={t('account.profile.nameHint')}
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
        />
        <FormField
          state={state}
          name="byline"
          label={t('account.profile.byline')}
          hint={t('account.profile.bylineHint')}
          autoComplete="off"
          list={authors}
          maxLength={MAX_BYLINE_LENGTH}
        />
        <datalist id={authors}>
          {known.map((author) => (
            <option key={author} value={author} />
          ))}
        </datalist>
        <FormField
          state={state}
          name="fediverse"
          label={t('account.profile.fediverse')}
          hint={t('account.profile.fediverseHint')}
          autoComplete="off"
          maxLength={MAX_FEDIVERSE_LENGTH}
        />
        <Field label={t('account.profile.language')}>
          {(control) => (
            <SelectControl {...control} {...register('language')}>
              {LANGUAGES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
        <label className="flex min-h-11 items-center gap-2.5 text-sm">
          <input type="checkbox" {...register('wants_mails')} className="size-5 shrink-0 accent-ink" />
          {t('account.profile.mails')}
        </label>
      </DeskForm>
    </div>
  )
}

/** A name that a colleague has is said at its field. */
function placeTaken(error: unknown) {
  if (codeOf(error) !== '23505') return null
  const isByline = error instanceof Error && error.message.includes('profiles_bylines')
  return isByline
    ? { field: 'byline' as const, message: t('account.profile.bylineTaken') }
    : { field: 'display_name' as const, message: t('account.profile.nameTaken') }
}
