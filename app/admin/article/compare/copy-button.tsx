import { useRef, useState } from 'react'
import { copyText } from '#app/admin/article/compare/copy-text.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** Copies what somebody typed, so that it can be pasted anywhere. */
export function CopyButton({ text, children }: { text: () => string; children: React.ReactNode }) {
  const [result, setResult] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        onClick={async () => {
          const isCopied = await copyText(text(), button.current?.parentElement ?? null)
          setResult(isCopied ? t('article.copy.done') : t('article.copy.failed'))
        }}
      >
        {result || children}
      </Button>
      <Announcement>{result}</Announcement>
    </>
  )
}
