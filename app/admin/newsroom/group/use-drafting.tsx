import { useMutationState } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { answerOf, codeOf, isTemporary, Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import {
  beginEmptyDraft,
  type DraftRequest,
  draftArticle,
  listDraftAddresses,
} from '#core/data/news-drafts.ts'
import { addArticleSources } from '#core/data/sourced-articles.ts'

/** A proxy may cut off an answer that takes minutes; the same request then finds the one that is under way. */
const MAX_TRIES = 20
const PAUSE_MS = 3_000
const INVALIDATES = [NEWSROOM_KEY, ARTICLES_KEY]

/** Drafts from a story, by a model or by hand, and leads to the draft; problems are sentences. */
export function useDrafting(groupId: string) {
  const key = [...NEWSROOM_KEY, 'drafting', groupId]
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const isHere = useRef(true)
  // Trying again goes on with the draft that was begun.
  const emptyId = useRef(randomId())
  const draft = useDeskMutation({
    run: draftPatiently,
    done: lead,
    failed: (description) => fail(description, ` ${t('newsroom.draft.again')}`),
    invalidates: INVALIDATES,
    key,
  })
  const write = useDeskMutation({
    run: beginByHand,
    done: lead,
    failed: (description) => fail(description, ''),
    invalidates: INVALIDATES,
  })
  // The draft may also have begun before the page was left and opened again.
  const [since] = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.submittedAt,
  })

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function lead(slug: string): Promise<ToastMessage | undefined> {
    if (isHere.current) await navigate(editArticlePath({ slug }))
    else
      return {
        title: t('newsroom.draft.ready'),
        description: (
          <Link to={editArticlePath({ slug })} className="text-ink underline underline-offset-4">
            {t('newsroom.draft.ready.open')}
          </Link>
        ),
        durationMs: 15_000,
      }
  }

  function fail(description: string, advice: string): ToastMessage | undefined {
    setProblem(description + advice)
    if (!isHere.current) return { title: t('newsroom.draft.failed'), description, variant: 'destructive' }
  }

  return {
    /** The time when the draft began that is being written; undefined while none is. */
    since,
    isBeginning: write.isPending,
    problem,
    askModel(request: DraftRequest) {
      setProblem('')
      return draft.attempt(request)
    },
    writeByHand(sources: { itemIds: string[]; category: string }) {
      setProblem('')
      return write.attempt({ ...sources, id: emptyId.current })
    },
  }
}

/** Returns the slug of the draft. */
async function draftPatiently(client: Client, request: DraftRequest): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await slugOf(client, answerOf(await draftArticle(client, request)).articleId)
    } catch (error) {
      const isUnderWay = isTemporary(error) || codeOf(error) === 'under_way'
      if (!isUnderWay || tries === MAX_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function beginByHand(
  client: Client,
  { id, category, itemIds }: { id: string; category: string; itemIds: string[] },
): Promise<string> {
  await beginEmptyDraft(client, { id, category })
  answerOf(await addArticleSources(client, { articleId: id, itemIds }))
  return slugOf(client, id)
}

async function slugOf(client: Client, articleId: string): Promise<string> {
  const [draft] = await listDraftAddresses(client, [articleId])
  if (!draft) throw new Refusal('article_gone')
  return draft.slug
}
