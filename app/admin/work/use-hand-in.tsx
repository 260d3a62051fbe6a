import { useState } from 'react'
import { HandInDialog } from '#app/admin/work/hand-in-dialog.tsx'

/** Handing a draft in: `handIn` saves it, and `dialog` then asks what the editors should know of it. */
export function useHandIn({ articleId, save }: { articleId: string; save: () => Promise<boolean> }) {
  const [isOpen, setIsOpen] = useState(false)

  async function handIn() {
    if (await save()) setIsOpen(true)
  }

  const dialog = isOpen && <HandInDialog articleId={articleId} onClose={() => setIsOpen(false)} />
  return { handIn, dialog }
}
