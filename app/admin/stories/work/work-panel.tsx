import { useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { RailSection } from '#app/admin/stories/article-form/rail-section.tsx'
import type { UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import { HandOverForm } from '#app/admin/stories/work/hand-over-form.tsx'
import { WorkFacts } from '#app/admin/stories/work/work-facts.tsx'
import { type ArticleWork, useArticleWork } from '#app/admin/stories/work/work-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { markWorkSeen } from '#core/data/article-workflow.ts'
import type { Article } from '#core/domain/article.ts'
import { offeredStates } from '#core/domain/handover.ts'
import { hasRight } from '#core/domain/role.ts'

interface WorkPanelProps {
  article: Article
  unsaved: UnsavedForm
}

/** Shows who works on an article, and the form to hand it over; nothing where nobody else is at the desk. */
export function WorkPanel({ article, unsaved }: WorkPanelProps) {
  const work = useArticleWork(article.id)
  if (!work || article.original_article_id !== null) return null
  return <ShownWork key={article.id} article={article} work={work} unsaved={unsaved} />
}

function ShownWork({ article, work, unsaved }: WorkPanelProps & { work: ArticleWork }) {
  const member = useMember()
  const [isOpen, setIsOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const states = offeredStates(work, member)
  const canHandOver = !article.published && states.length > 0
  // An author hands in with the button below the text.
  const offersButton = !hasRight(member, 'own_drafts') || states.length > 1
  useSeen(article.id, work.workflow?.updated_at)
  useShortcuts([{ key: 'h', alt: true, run: () => canHandOver && setIsOpen(true) }])

  function close() {
    setIsOpen(false)
    title.current?.focus()
  }

  return (
    <RailSection id="work" title={t('work.title')} titleRef={title}>
      <WorkFacts article={article} work={work} />
      {isOpen && canHandOver ? (
        <div className="mt-5 border-line border-t pt-5">
          <HandOverForm
            articleId={article.id}
            work={work}
            saveFirst={async () => !unsaved.isDirty() || unsaved.save()}
            onDone={close}
            onCancel={close}
          />
        </div>
      ) : (
        canHandOver &&
        offersButton && (
          <Button variant="secondary" size="sm" className="mt-4" onClick={() => setIsOpen(true)}>
            {t('work.handOver.open')}
          </Button>
        )
      )}
    </RailSection>
  )
}

/** Marks what is open on the screen as seen: it is mailed to nobody who looks at it. */
function useSeen(articleId: string, version: string | undefined) {
  const { mutate } = useDeskMutation({ run: (client, id: string) => markWorkSeen(client, id) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may be another hand-over
  useEffect(() => mutate(articleId), [articleId, version])
}

/** Handing a draft in: `handIn` saves it, and `dialog` then asks what the editors should know of it. */
export function useHandIn({ articleId, save }: { articleId: string; save: () => Promise<boolean> }) {
  const [isOpen, setIsOpen] = useState(false)

  async function handIn() {
    if (await save()) setIsOpen(true)
  }

  const dialog = isOpen && <HandInDialog articleId={articleId} onClose={() => setIsOpen(false)} />
  return { handIn, dialog }
}

/** Asks an author what the editors should know of a draft that was just saved. */
function HandInDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const work = useArticleWork(articleId)
  return (
    <ModalDialog title={t('work.handIn.title')} onClose={onClose}>
      <p className="mb-5 text-sm text-soft">{t('work.handIn.text')}</p>
      {work?.workflow && (
        <HandOverForm
          articleId={articleId}
          work={work}
          saveFirst={async () => true}
          onDone={onClose}
          onCancel={onClose}
          inDialog
        />
      )}
    </ModalDialog>
  )
}
