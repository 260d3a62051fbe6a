import { describeError } from '#app/admin/errors/describe-error.ts'
import { GLOSSARY_KEY } from '#app/admin/glossary/glossary-queries.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { showResults } from '#app/admin/table/show-results.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addGlossaryTerm, deleteGlossaryTerm } from '#core/data/glossary.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'

/** Deletes a term at once, and says so with a way to undo it. The list gets focus, because the row is gone. */
export function useDeleteTerm(results: React.RefObject<HTMLElement | null>) {
  const { toast } = useToast()
  const remove = useDeskMutation({ run: deleteGlossaryTerm, invalidates: [GLOSSARY_KEY] })
  const restore = useDeskMutation({ run: addGlossaryTerm, invalidates: [GLOSSARY_KEY] })

  async function run(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
    showResults(results.current)
  }

  const takeBack = (term: GlossaryTerm) =>
    run(async () => {
      await restore.mutateAsync(term)
      toast({ title: t('ui.success'), description: t('glossary.delete.undone', { term: term.term }) })
    })

  return (term: GlossaryTerm) =>
    run(async () => {
      await remove.mutateAsync(term.id)
      toast({
        title: t('ui.success'),
        description: (
          <>
            <span>{t('glossary.delete.done', { term: term.term })}</span>{' '}
            <UndoButton onUndo={() => void takeBack(term)} />
          </>
        ),
      })
    })
}
