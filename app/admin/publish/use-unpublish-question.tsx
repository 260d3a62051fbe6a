import { useState } from 'react'
import { UnpublishDialog } from '#app/admin/publish/unpublish-dialog.tsx'

/** The question before an article is unpublished: `confirms` resolves to the answer, and `dialog` asks it. */
export function useUnpublishQuestion(isDirty: boolean) {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)

  function confirms(): Promise<boolean> {
    return new Promise((resolve) => {
      setAnswer(() => (isConfirmed: boolean) => {
        setAnswer(null)
        resolve(isConfirmed)
      })
    })
  }

  const dialog = answer && (
    <UnpublishDialog isDirty={isDirty} onConfirm={() => answer(true)} onClose={() => answer(false)} />
  )
  return { confirms, dialog }
}
