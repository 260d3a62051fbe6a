import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Activity } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { MarkdownEditor, preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { ToastProvider } from '#app/components/ui/toast.tsx'

test('an editor that is loaded after it was rendered, and before its effects run, is shown', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => root.unmount())
  const queries = new QueryClient()
  const control = { id: 'text', className: '', 'aria-invalid': false, 'aria-describedby': undefined }
  // Effects of a hidden part wait until it is shown.
  const show = (mode: 'hidden' | 'visible') =>
    root.render(
      <QueryClientProvider client={queries}>
        <ToastProvider regionLabel="Notifications" closeLabel="Close">
          <Activity mode={mode}>
            <MarkdownEditor control={control} label="Text" language="en" value="Words" onChange={() => {}} />
          </Activity>
        </ToastProvider>
      </QueryClientProvider>,
    )
  show('hidden')
  await expect.element(page.getByText('Loading the editor')).toBeInTheDocument()
  preloadEditor()
  await import('#app/admin/editor/code-editor.client.tsx')
  show('visible')
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
})
