import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { AUTHORS_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { HeroImageField } from '#app/admin/media/hero-image-field.tsx'
import { AUTHORS_KEY, authorQuery } from '#app/admin/stories/author-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type DeskAuthor, saveAuthor } from '#core/data/authors.ts'
import {
  type AuthorInput,
  type AuthorRow,
  authorInput,
  DESCRIPTION_MAX_LENGTH,
} from '#core/domain/author-profile.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { authorPath } from '#core/paths.ts'
import type { Route } from './+types/author.ts'

export const handle: ScreenHandle = { title: t('authors.one') }

export default function DeskAuthorPage({ params }: Route.ComponentProps) {
  const found = useQuery(authorQuery(params.slug))
  return (
    <>
      <BackLink to={AUTHORS_PATH}>{t('authors.back')}</BackLink>
      <QueryView query={found} what={t('authors.what')} pending={<ListSkeleton rows={5} />}>
        {(author) => {
          if (!author) return <p className="text-sm text-soft">{t('authors.missing')}</p>
          return (
            <>
              <h1 className="font-display font-medium text-title-lg wrap-anywhere">
                <bdi>{author.name ?? author.slug}</bdi>
              </h1>
              <p className="mt-1.5 mb-6 text-sm">
                {author.name === null ? (
                  t('authors.noArticles')
                ) : (
                  <a href={authorPath(author.slug)} className="underline underline-offset-4">
                    {t('authors.page')}
                  </a>
                )}
              </p>
              <AuthorForm key={author.slug} author={author} />
            </>
          )
        }}
      </QueryView>
    </>
  )
}

/** The form for what readers are told of an author. */
function AuthorForm({ author: { slug, row } }: { author: DeskAuthor }) {
  const { toast } = useToast()
  const save = useDeskMutation({ run: saveAuthor, invalidates: [AUTHORS_KEY] })
  const [since, setSince] = useState(row?.updated_at ?? null)
  /** The version that somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState<AuthorInput | null>(null)
  const state = useDeskForm({
    schema: authorInput,
    initial: formOf(row),
    async submit(values): Promise<void> {
      const outcome = await save.mutateAsync({ slug, values, since })
      const stored = formOf(outcome.row)
      setSince(outcome.row?.updated_at ?? null)
      // The answer to an earlier try was lost.
      const isMine = JSON.stringify(authorInput.safeParse(stored).data) === JSON.stringify(values)
      if (outcome.status === 'conflict' && !isMine) {
        setTheirs(stored)
        // Fields that were typed in stay; the other fields show what is stored.
        state.form.reset(stored, { keepDirtyValues: true })
      } else {
        setTheirs(null)
        state.form.reset(stored)
        toast({ title: t('ui.success'), description: t('authors.saved') })
      }
    },
    placeError: (error) =>
      error instanceof Error && error.message.includes('authors_former_slugs_check')
        ? { field: 'former_slugs', message: t('authors.former.own') }
        : null,
  })
  const { form } = state
  return (
    <DeskForm
      state={state}
      action={t('authors.save')}
      busyAction={t('form.saving')}
      label={t('authors.one')}
      className="max-w-2xl"
    >
      {theirs && (
        <Notice tone="warning" role="alert" title={t('authors.conflict')}>
          <p>{t('authors.conflict.text')}</p>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              form.reset(theirs)
              setTheirs(null)
              form.setFocus('languages')
            }}
          >
            {t('authors.takeTheirs')}
          </Button>
        </Notice>
      )}
      <HeroImageField
        label={t('authors.picture')}
        error={form.formState.errors.picture?.message}
        value={form.watch('picture')}
        onChange={(picture) => form.setValue('picture', picture, { shouldDirty: true, shouldValidate: true })}
        language={DEFAULT_LANGUAGE}
      />
      <fieldset className="space-y-3">
        <legend className="mb-1.5 font-medium text-sm">{t('authors.lines')}</legend>
        {LANGUAGES.map(({ code, name }) => (
          <FormField
            key={code}
            state={state}
            name={`descriptions.${code}`}
            label={name}
            lang={code}
            maxLength={DESCRIPTION_MAX_LENGTH}
          />
        ))}
      </fieldset>
      <FormField
        state={state}
        name="languages"
        label={t('authors.languages')}
        hint={t('authors.languages.hint')}
        autoComplete="off"
        spellCheck={false}
      />
      <LinesField
        field={form.register('links')}
        label={t('authors.links')}
        hint={t('authors.links.hint')}
        error={form.formState.errors.links?.message}
      />
      <LinesField
        field={form.register('former_slugs')}
        label={t('authors.former')}
        hint={t('authors.former.hint')}
        error={form.formState.errors.former_slugs?.message}
      />
    </DeskForm>
  )
}

/** Returns what is typed of an author who is stored like this. */
const formOf = (row: AuthorRow | null): AuthorInput => ({
  picture: row?.picture ?? null,
  descriptions: Object.fromEntries(
    LANGUAGES.map(({ code }) => [code, row?.descriptions[code] ?? '']),
  ) as Record<Language, string>,
  languages: row?.languages.join(', ') ?? '',
  links: row?.links.join('\n') ?? '',
  former_slugs: row?.former_slugs.join('\n') ?? '',
})

interface LinesFieldProps extends Pick<React.ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> {
  field: UseFormRegisterReturn
}

/** A field of several lines without words, such as addresses. */
const LinesField = ({ field, ...props }: LinesFieldProps) => (
  <Field {...props}>{(control) => <textarea {...control} {...field} rows={4} spellCheck={false} />}</Field>
)
