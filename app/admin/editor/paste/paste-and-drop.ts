import { Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { htmlToMarkdown } from '#app/admin/editor/paste/html-to-markdown.ts'
import { isQuickToParse } from '#app/admin/editor/paste/paste-limits.ts'
import { pasteMarkdown } from '#app/admin/editor/paste/paste-markdown.ts'
import { enclosingNode } from '#app/admin/editor/text/enclosing-node.ts'
import { isLanguage } from '#core/i18n/languages.ts'

const CODE = ['FencedCode', 'CodeBlock', 'InlineCode']

export type OnFiles = (view: EditorView, files: File[], at: number) => void

/** Pastes formatted text as Markdown, and passes on image files that are pasted or dropped. */
export function pasteAndDrop(onFiles: OnFiles) {
  let shiftIsDown = false
  return Prec.high(
    EditorView.domEventHandlers({
      keydown(event) {
        shiftIsDown = event.shiftKey
        return false
      },
      paste(event, view) {
        const { clipboardData } = event
        if (!clipboardData || view.state.readOnly) return false
        const { main } = view.state.selection
        const html = clipboardData.getData('text/html')
        const plain = clipboardData.getData('text/plain')
        // With Shift the browser offers plain text only, but not every browser does.
        const wantsPlain =
          shiftIsDown || html === '' || isAddress(plain) || enclosingNode(view.state, main, CODE)
        const document = wantsPlain || !isQuickToParse(html) ? null : parse(html)
        const files = imageFiles(clipboardData)
        // An image that is copied from a page comes as HTML too; a text from Word as a picture too.
        if (files.length > 0 && !document?.body.textContent?.trim() && plain.trim() === '') {
          event.preventDefault()
          onFiles(view, files, main.to)
          return true
        }
        const { lang } = view.contentDOM
        const language = isLanguage(lang) ? lang : undefined
        const markdown =
          document && htmlToMarkdown(document, { article: () => view.state.doc.toString(), language })
        if (!markdown) return false
        event.preventDefault()
        view.dispatch(...pasteMarkdown(view.state, markdown))
        return true
      },
      dragover(event) {
        // Otherwise the browser opens a file that is dropped.
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
        return false
      },
      drop(event, view) {
        const files = event.dataTransfer?.files
        if (!files?.length) return false
        event.preventDefault()
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
        if (!view.state.readOnly) onFiles(view, [...files], at)
        return true
      },
    }),
  )
}

/** A document of its own, in which no script runs and nothing is loaded. */
function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

function imageFiles({ files }: DataTransfer): File[] {
  return [...files].filter(({ type }) => type.startsWith('image/'))
}

function isAddress(text: string): boolean {
  return /^\s*https?:\/\/\S+\s*$/i.test(text)
}
