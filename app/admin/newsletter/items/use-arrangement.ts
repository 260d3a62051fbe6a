import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createAutosave } from '#app/admin/article/unsaved/autosave.ts'
import { isTemporary } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { type Arrangement, arranged, changesTo } from '#app/admin/newsletter/items/arrange-items.ts'
import { issueKey, issueQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { describeFailure, NewsletterRefusal } from '#app/admin/newsletter/newsletter-refusal.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { arrangeNewsletterItems } from '#core/data/newsletter-editing.ts'
import type { DeskIssue, DeskIssueItem } from '#core/data/newsletter-issues.ts'

/** Several moves in a row are stored together. */
const STORE_MS = { debounceMs: 300, maxWaitMs: 1_500 }

/** The items as they are arranged here, at once; they are stored a moment later. */
export function useArrangement({ issue, items }: DeskIssue) {
  const queries = useQueryClient()
  const { toast } = useToast()
  const [wanted, setWanted] = useState<Arrangement>(new Map())
  const latest = useRef(wanted)

  const [store] = useState(() =>
    createAutosave<Arrangement, Arrangement>({
      ...STORE_MS,
      async apply(places) {
        const key = issueQuery(issue.id).queryKey
        const stored = queries.getQueryData(key)
        const changes = changesTo(stored?.items ?? [], places)
        const outcome = await signedIn((client) => arrangeNewsletterItems(client, changes))
        if (outcome.status === 'sealed') throw new NewsletterRefusal(t('newsletterIssue.saved.sealed'))
        await queries.cancelQueries({ queryKey: issueKey(issue.id) })
        queries.setQueryData(key, (now) => now && { ...now, items: arranged(now.items, places) })
        await queries.invalidateQueries({ queryKey: issueKey(issue.id) })
        return places
      },
      onDone(places) {
        if (latest.current !== places) return
        latest.current = new Map()
        setWanted(latest.current)
      },
      onFailure(error) {
        if (isTemporary(error)) return true
        latest.current = new Map()
        setWanted(latest.current)
        toast({
          title: t('newsletterIssue.arrange.failed'),
          description: describeFailure(error),
          variant: 'destructive',
        })
        void queries.invalidateQueries({ queryKey: issueKey(issue.id) })
        return false
      },
    }),
  )

  // Nothing that was moved is lost when the page is left at once.
  useEffect(() => () => void store.flush(), [store])

  const shown = useMemo<DeskIssueItem[]>(() => arranged(items, wanted), [items, wanted])
  return {
    items: shown,
    arrange(places: Arrangement) {
      latest.current = new Map([...latest.current, ...places])
      setWanted(latest.current)
      store.schedule(latest.current)
    },
    /** Stores what is waiting, now. */
    flush: () => store.flush(),
  }
}
