import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { codeOf, Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { doubtAccess } from '#app/admin/kit/session/signed-in.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { knownAuthorsQuery, myProfileQuery, PROFILE_KEY } from '#app/admin/people/account/account-queries.ts'
import { Avatar } from '#app/admin/people/avatar.tsx'
import { PEOPLE_KEY } from '#app/admin/people/people-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { changePicture, saveProfile } from '#core/data/profiles.ts'
import {
  MAX_BYLINE_LENGTH,
  MAX_FEDIVERSE_LENGTH,
  MAX_NAME_LENGTH,
  type Profile,
  type ProfileChanges,
  type ProfileInput,
  profileInput,
} from '#core/domain/profile.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

/** The form for what colleagues and readers know of the member, and how the member wants to be told. */
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

const LONGEST_SIDE = 512
const QUALITY = 0.85

interface PictureFieldProps {
  name: string
  /** The name of the file; null for none. */
  picture: string | null
}

/** The picture of the member, with buttons to choose another one and to remove it. */
function PictureField({ name, picture }: PictureFieldProps) {
  const { user_id } = useMember()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const change = useDeskMutation({
    run: async (client, file: File | null) =>
      changePicture(client, { userId: user_id, file: file && (await shrinkPicture(file)), before: picture }),
    done: t('account.picture.done'),
    failed: (description, error) =>
      setProblem(
        error instanceof Refusal && error.code === 'not_an_image'
          ? t('account.picture.unreadable')
          : description,
      ),
    invalidates: [PROFILE_KEY, PEOPLE_KEY],
  })

  function store(file: File | null) {
    setProblem('')
    void change.attempt(file)
  }

  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} picture={picture} size="form" />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={change.isPending}
            onClick={() => change.isPending || input.current?.click()}
          >
            {change.isPending
              ? t('ui.oneMoment')
              : t(picture ? 'account.picture.another' : 'account.picture.choose')}
          </Button>
          {picture && (
            <Button
              variant="ghost"
              size="sm"
              aria-disabled={change.isPending}
              onClick={() => change.isPending || store(null)}
            >
              {t('account.picture.remove')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('account.picture.choose')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) store(file)
          }}
        />
      </div>
      {problem && <p className="mt-2 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
    </div>
  )
}

/**
 * A picture in the size in which it is shown at most, without what a camera wrote into it.
 * @throws Refusal for a file that is no picture
 */
async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Refusal('not_an_image')
  })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  // A format without transparency would show black behind the picture.
  if (context) context.fillStyle = 'white'
  context?.fillRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Refusal('not_an_image'))),
      'image/jpeg',
      QUALITY,
    )
  })
}
