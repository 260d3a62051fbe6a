import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { describeChanged } from '#app/admin/stories/history/changed-version.tsx'
import { describeLanguages } from '#app/admin/stories/trash/trash-queries.ts'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { restoreArticle, type TrashedStory } from '#core/data/article-trash.ts'
import { isSlug, SLUG_MAX_LENGTH } from '#core/domain/article-slug.ts'
import type { RestoreAnswer } from '#core/domain/article-trash.ts'

export type RestoredStory = Pick<
  TrashedStory,
  'id' | 'slug' | 'language' | 'title' | 'published' | 'languages' | 'along' | 'updated_at'
>

interface RestoreDialogProps {
  story: RestoredStory
  /** The element that gets focus when the row disappears. */
  focusAfter: React.RefObject<HTMLElement | null>
  /** Called when the story is no longer in the trash. */
  onGone: () => void
  onClose: () => void
}

/** Restores a deleted story, and explains why it cannot. */
export function RestoreDialog({ story, focusAfter, onGone, onClose }: RestoreDialogProps) {
  const { toast } = useToast()
  const restore = useDeskMutation({ run: restoreArticle, invalidates: [ARTICLES_KEY] })
  const [asDraft, setAsDraft] = useState(false)
  // Null until the slug turns out to be taken.
  const [slug, setSlug] = useState<string | null>(null)
  const [slugError, setSlugError] = useState('')
  const [obstacle, setObstacle] = useState('')

  async function confirm() {
    if (slug !== null && !isSlug(slug)) {
      setSlugError(t('trash.restore.slugInvalid', { count: SLUG_MAX_LENGTH }))
      return false
    }
    const answer = await restore.mutateAsync({
      id: story.id,
      version: story.updated_at,
      along: story.along,
      asDraft,
      ...(slug !== null && { slug }),
    })
    return conclude(answer)
  }

  /** Returns whether the dialog has nothing more to ask. */
  function conclude(answer: RestoreAnswer): boolean {
    setSlugError('')
    switch (answer.status) {
      case 'restored':
        toast({ title: t('ui.success'), description: <Restored story={story} answer={answer} /> })
        onGone()
        return true
      case 'gone':
        toast({ title: t('ui.error'), description: t('trash.restore.gone'), variant: 'destructive' })
        onGone()
        return true
      case 'changed':
        setObstacle(describeChanged(answer))
        return false
      case 'original_missing':
        setObstacle(t('trash.restore.original'))
        return false
      case 'translation_exists':
        setObstacle(t('trash.restore.translated', { languages: describeLanguages(answer.languages) }))
        return false
      case 'slug_taken':
        askForSlug(answer.taken)
        return false
    }
  }

  function askForSlug(taken: Extract<RestoreAnswer, { status: 'slug_taken' }>['taken']) {
    const asked = slug ?? story.slug
    const own = taken.some((other) => other.language === story.language && other.slug === asked)
    if (own) {
      setSlug(suggestSlug(asked))
      setSlugError(t('trash.restore.slugTaken', { slug: asked }))
      return
    }
    // With a slug of its own, its translations come back under free ones.
    setSlug(asked)
    setObstacle(
      t('trash.restore.slugTakenOther', {
        languages: describeLanguages(taken.map((other) => other.language)),
      }),
    )
  }

  const title = nameOf(story)
  return (
    <ConfirmDialog
      title={t('trash.restore.title')}
      action={t('trash.restore.action')}
      destructive={false}
      onConfirm={confirm}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <p className="break-words">
        {story.languages.length > 1
          ? t('trash.restore.bodyLanguages', { title, languages: describeLanguages(story.languages) })
          : t('trash.restore.body', { title })}{' '}
        {story.published && t('trash.restore.bodyPublished')}
      </p>
      <div role="alert" className={obstacle ? 'border-orange border-l-2 pl-4 text-ink' : ''}>
        {obstacle}
      </div>
      {slug !== null && (
        <TextField
          label={t('trash.restore.slugLabel')}
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          error={slugError}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div role="alert" className="sr-only">
        {slugError}
      </div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={asDraft}
          onChange={(event) => setAsDraft(event.target.checked)}
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
        />
        <span>
          <span className="block text-ink">{t('trash.restore.asDraft')}</span>
          {t('trash.restore.asDraftHint')}
        </span>
      </label>
    </ConfirmDialog>
  )
}

function Restored({
  story,
  answer,
}: {
  story: RestoredStory
  answer: Extract<RestoreAnswer, { status: 'restored' }>
}) {
  const { drafts, slug } = answer
  return (
    <>
      <span>
        {drafts.length > 0
          ? t('trash.restore.doneDrafts', { languages: describeLanguages(drafts) })
          : t('trash.restore.done')}
      </span>{' '}
      <Link
        to={editArticlePath({ slug, language: story.language })}
        className="ml-2 text-ink underline underline-offset-4"
      >
        {t('trash.restore.edit')}
      </Link>
    </>
  )
}

/** Another slug like this one: 'harbour' becomes 'harbour-2', and that 'harbour-3'. */
export function suggestSlug(slug: string): string {
  const [, stem = slug, number = '1'] = /^(.+)-([1-9]\d{0,3})$/.exec(slug) ?? []
  const ending = `-${Number(number) + 1}`
  return stem.slice(0, SLUG_MAX_LENGTH - ending.length).replace(/-$/, '') + ending
}
