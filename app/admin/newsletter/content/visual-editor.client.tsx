import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { DOMParser as ContentParser, DOMSerializer, type Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, type Plugin, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cleanHtml } from '#app/admin/editor/paste/clean-html.ts'
import type { ContentEditorProps } from '#app/admin/newsletter/content/content-section.tsx'
import { VisualImageDialog, VisualLinkDialog } from '#app/admin/newsletter/content/visual-dialogs.tsx'
import { schema } from '#app/admin/newsletter/content/visual-schema.ts'
import {
  type ImageAtSelection,
  imageAtSelection,
  type LinkAtSelection,
  linkAtSelection,
  removeLink,
  writeImage,
  writeLink,
} from '#app/admin/newsletter/content/visual-selection.ts'
import { VisualToolbar } from '#app/admin/newsletter/content/visual-toolbar.tsx'

const WITHOUT_TEXT = 'script, style, template, noscript, iframe, object, svg, math, title'

/** A WYSIWYG editor of the content. Loaded lazily, in browsers only (`content-section.tsx`). */
export function VisualEditor({ value, onChange, label, language, readOnly }: ContentEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [link, setLink] = useState<LinkAtSelection | null>(null)
  const [image, setImage] = useState<ImageAtSelection | null>(null)
  /** The HTML that was last exchanged with the draft. */
  const known = useRef(value)
  const content = useMemo(() => ({ current: view?.dom ?? null }), [view])

  const openLink: Command = (now) => {
    if (!readOnly) setLink(linkAtSelection(now))
    return true
  }
  const onState = useEffectEvent((next: EditorState, isChanged: boolean) => {
    setState(next)
    if (!isChanged) return
    known.current = htmlOf(next.doc)
    onChange(known.current)
  })
  const onLink = useEffectEvent(openLink)
  const create = useEffectEvent((place: HTMLElement) => {
    const created: EditorView = new EditorView(place, {
      state: stateOf(value, onLink),
      editable: () => !readOnly,
      attributes: {
        class:
          'min-h-full [&>*+*]:mt-[1em] [&>:first-child]:!mt-0 px-5 py-4 whitespace-pre-wrap wrap-anywhere outline-none',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang: language,
      },
      handleDOMEvents: {
        keydown: (editor, event) => {
          if (event.ctrlKey || event.metaKey) takeSelection(editor)
        },
      },
      transformPastedHTML(html) {
        const pasted = new DOMParser().parseFromString(html, 'text/html')
        cleanHtml(pasted, language)
        return pasted.body.innerHTML
      },
      dispatchTransaction(transaction) {
        const next = created.state.apply(transaction)
        created.updateState(next)
        onState(next, transaction.docChanged)
      },
    })
    return created
  })

  useEffect(() => {
    if (!host.current) return
    const created = create(host.current)
    setView(created)
    setState(created.state)
    return () => {
      setView(null)
      created.destroy()
    }
  }, [])

  // The stored content was changed elsewhere, or the editor has chosen that version.
  useLayoutEffect(() => {
    if (!view || value === known.current) return
    known.current = value
    view.updateState(stateOf(value, onLink))
    setState(view.state)
  }, [view, value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view asks `editable` again
  useEffect(() => view?.setProps({}), [view, readOnly])

  function run(command: Command) {
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }

  return (
    <>
      {state && (
        <VisualToolbar
          state={state}
          disabled={readOnly}
          run={run}
          openLink={() => run(openLink)}
          openImage={() => setImage(imageAtSelection(state))}
        />
      )}
      <div ref={host} className="prose min-h-0 grow overflow-y-auto" />
      {view && link && (
        <VisualLinkDialog
          link={link}
          focusAfter={content}
          onClose={() => setLink(null)}
          onDone={(written) => {
            view.dispatch(written ? writeLink(view.state, link, written) : removeLink(view.state, link))
            setLink(null)
          }}
        />
      )}
      {view && image && (
        <VisualImageDialog
          image={image}
          language={language}
          focusAfter={content}
          onClose={() => setImage(null)}
          onDone={(written) => {
            view.dispatch(writeImage(view.state, written))
            setImage(null)
          }}
        />
      )}
    </>
  )
}

function stateOf(html: string, openLink: Command): EditorState {
  return EditorState.create({ doc: contentOf(html), plugins: [history(), ...visualKeys(openLink)] })
}

/**
 * Applies the selection of the browser. Browsers report it asynchronously, so a shortcut right after `Shift+End` would act on
 * the previous selection.
 */
function takeSelection(view: EditorView): void {
  const { state, dom } = view
  const selected = dom.ownerDocument.getSelection()
  if (!selected?.anchorNode || !selected.focusNode || view.composing) return
  if (!dom.contains(selected.anchorNode) || !dom.contains(selected.focusNode)) return
  if (!(state.selection instanceof TextSelection)) return
  const anchor = view.posAtDOM(selected.anchorNode, selected.anchorOffset)
  const head = view.posAtDOM(selected.focusNode, selected.focusOffset)
  const selection = TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head))
  if (!selection.eq(state.selection)) view.dispatch(state.tr.setSelection(selection))
}

/** Parses HTML into the schema. A parsed document is inert: nothing in it is fetched or run. */
function contentOf(html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(WITHOUT_TEXT)) element.remove()
  return ContentParser.fromSchema(schema).parse(body)
}

/** Serializes a content with each block on its own line, to keep the source readable. */
function htmlOf(content: Node): string {
  const inert = document.implementation.createHTMLDocument('')
  const root = inert.createElement('div')
  root.append(DOMSerializer.fromSchema(schema).serializeFragment(content.content, { document: inert }))
  // The only paragraph of a list item is unwrapped, because mail programs would add a margin.
  for (const item of root.querySelectorAll('li')) {
    const [only, ...more] = item.children
    if (only?.localName === 'p' && more.length === 0) only.replaceWith(...only.childNodes)
  }
  const html = [...root.children].map((block) => block.outerHTML).join('\n')
  return html === '<p></p>' ? '' : html
}

const { nodes, marks } = schema

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

/** The Tab key indents list items; elsewhere it moves the focus out of the editor. */
function visualKeys(openLink: Command): Plugin[] {
  return [
    keymap({
      'Mod-b': toggleMark(marks.strong),
      'Mod-i': toggleMark(marks.em),
      'Mod-e': toggleMark(marks.code),
      'Mod-Shift-x': toggleMark(marks.strike),
      'Mod-k': openLink,
      'Mod-z': undo,
      'Mod-Shift-z': redo,
      'Mod-y': redo,
      'Mod-Alt-0': setBlockType(nodes.paragraph),
      'Mod-Alt-2': setBlockType(nodes.heading, { level: 2 }),
      'Mod-Alt-3': setBlockType(nodes.heading, { level: 3 }),
      'Mod-Alt-4': setBlockType(nodes.heading, { level: 4 }),
      'Shift-Enter': breakLine,
      Enter: splitListItem(nodes.list_item),
      Tab: sinkListItem(nodes.list_item),
      'Shift-Tab': liftListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
  ]
}
