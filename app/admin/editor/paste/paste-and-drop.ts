import { type EditorState, Prec, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { isQuickToParse, readPasted } from '#app/admin/editor/paste/read-pasted.ts'
import type { PastedMarkdown } from '#app/admin/editor/paste/write-pasted.ts'
import { enclosingNode } from '#app/admin/editor/text/formats-at-cursor.ts'
import type { HtmlEvent } from '#core/from-html/html-events.ts'
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
        const events = document && readPasted(document, isLanguage(lang) ? lang : undefined)
        if (!events) return false
        event.preventDefault()
        void pasteEvents(view, events, plain)
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

/** Loads the writer of Markdown when somebody pastes first, because it is as large as the editor. Without it, the words are pasted. */
async function pasteEvents(view: EditorView, events: HtmlEvent[], plain: string): Promise<void> {
  const module = await import('#app/admin/editor/paste/write-pasted.ts').catch(() => null)
  const markdown = module?.writePasted(events, view.state.doc.toString())
  if (!markdown?.text) view.dispatch(view.state.replaceSelection(plain))
  else view.dispatch(...pasteMarkdown(view.state, markdown))
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

/** The text replaces the selection; its footnotes come last in the article, where no other words become part of them. */
export function pasteMarkdown(state: EditorState, { text, footnotes }: PastedMarkdown): TransactionSpec[] {
  const paste = { scrollIntoView: true, userEvent: 'input.paste' }
  if (footnotes === '') return [state.replaceSelection(text), paste]
  const rest = state.sliceDoc(state.selection.ranges.at(-1)?.to)
  if (rest.trim() === '') return [state.replaceSelection(`${text}\n\n${footnotes}`), paste]
  const gap = /\n*$/.exec(rest.slice(-2))?.[0].length ?? 0
  const end = { from: state.doc.length, insert: `${'\n'.repeat(2 - gap)}${footnotes}\n` }
  return [state.replaceSelection(text), { changes: end }, paste]
}
