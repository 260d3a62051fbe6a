import { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type RefObject, use, useEffect, useId, useMemo, useRef, useState } from 'react'
import { EDITOR_HEIGHT } from '#app/admin/editor/editor-skeleton.tsx'
import { ImageDialog } from '#app/admin/editor/image/image-dialog.tsx'
import {
  findImage,
  type ImageInText,
  imageAtSelection,
  writeImage,
} from '#app/admin/editor/image/image-markdown.ts'
import { useImageUploads } from '#app/admin/editor/image/uploads.ts'
import { LinkDialog } from '#app/admin/editor/link/link-dialog.tsx'
import { EditorAttachment, type MarkdownEditorProps } from '#app/admin/editor/markdown-editor-props.ts'
import { insertLink, type LinkInText, linkAtSelection, removeLink } from '#app/admin/editor/text/link.ts'
import { TextStatistics } from '#app/admin/editor/text-statistics.tsx'
import { type EditorActions, EditorToolbar } from '#app/admin/editor/toolbar/editor-toolbar.tsx'
import { formatCommands } from '#app/admin/editor/toolbar/format-commands.ts'
import { useCodeMirror } from '#app/admin/editor/view/use-code-mirror.ts'
import { t } from '#app/admin/kit/messages.ts'

type OpenDialog = { kind: 'link'; link: LinkInText } | { kind: 'image'; image: ImageInText }

/** The editor of Markdown and of HTML. Its module is loaded by `markdown-editor.tsx`, in browsers only. */
export function CodeEditor(props: MarkdownEditorProps) {
  const { syntax = 'article', language, readOnly = false, control, fullScreenBar } = props
  const hintId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isFullScreen, setIsFullScreen] = useState(false)
  const commands = useMemo(() => (syntax === 'html' ? null : formatCommands(syntax)), [syntax])
  const { uploaded, uploadAll, next } = useImageUploads()
  useFullScreen(frame, isFullScreen)

  const { host, view, listen } = useCodeMirror({
    ...props,
    hintId,
    onLeaveFullScreen: () => setIsFullScreen(false),
    onFiles: (target, files, at) => void uploadAll(target, files, at),
    shortcuts: commands && [
      ...[...commands.inline, ...commands.blocks, ...commands.headings].map(({ shortcut, run }) => ({
        key: shortcut,
        run,
        preventDefault: true,
      })),
      {
        key: 'Mod-k',
        run: ({ state }) => {
          if (!state.readOnly) setDialog({ kind: 'link', link: linkAtSelection(state) })
          return true
        },
      },
    ],
  })
  useHtmlColours(syntax === 'html' ? view : null)
  const attach = use(EditorAttachment)
  useEffect(() => (view && attach ? attach(view) : undefined), [view, attach])
  const actions = useMemo<EditorActions>(
    () => ({
      openLink: () => view && setDialog({ kind: 'link', link: linkAtSelection(view.state) }),
      openImage: () => view && setDialog({ kind: 'image', image: imageAtSelection(view.state) }),
      toggleFullScreen() {
        setIsFullScreen((isOn) => !isOn)
        // The element with the focus may be out of reach now.
        view?.focus()
      },
    }),
    [view],
  )
  const content = useMemo(() => ({ current: view?.contentDOM ?? null }), [view])
  const describing = uploaded && view ? findImage(view.state, uploaded.address, uploaded.at) : null
  const asked = dialog?.kind === 'image' ? dialog.image : describing
  const isGone = uploaded !== null && view !== null && describing === null
  useEffect(() => {
    // The uploaded image was deleted before its texts were entered.
    if (isGone) next()
  }, [isGone, next])

  function closeImage() {
    if (dialog) setDialog(null)
    else next()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the full screen from everywhere in it
    <div
      ref={frame}
      onKeyDown={(event) => {
        // React events of dialogs bubble here, although they are elsewhere in the page.
        const isOurs = event.currentTarget.contains(event.target as Node)
        if (event.key === 'Escape' && isOurs && isFullScreen && !event.defaultPrevented)
          setIsFullScreen(false)
      }}
      data-invalid={control['aria-invalid'] || undefined}
      className={`flex flex-col rounded-sm border border-edge bg-paper data-invalid:border-red has-[.cm-focused]:border-ink ${
        isFullScreen ? 'fixed inset-0 z-30 h-auto' : EDITOR_HEIGHT
      }`}
    >
      <EditorToolbar
        view={view}
        listen={listen}
        commands={commands}
        actions={actions}
        readOnly={readOnly}
        isFullScreen={isFullScreen}
      />
      <div className="grid min-h-0 grow grid-cols-1">
        <div ref={host} className="min-h-0 min-w-0" />
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-t px-4 py-2 text-faint text-label">
        {syntax !== 'html' && <TextStatistics view={view} listen={listen} />}
        <p id={hintId} className="pointer-coarse:hidden">
          {t('editor.hint')}
        </p>
      </div>
      {isFullScreen && fullScreenBar}
      {view && dialog?.kind === 'link' && (
        <LinkDialog
          link={dialog.link}
          syntax={syntax}
          language={language}
          focusAfter={content}
          onClose={() => setDialog(null)}
          onDone={(link) => {
            // An upload may have moved the place meanwhile, and the selection with it.
            const place = linkAtSelection(view.state)
            view.dispatch(
              link ? insertLink(view.state, { ...place, ...link }) : removeLink(view.state, place),
            )
            setDialog(null)
          }}
        />
      )}
      {view && asked && (
        <ImageDialog
          key={asked.image.address}
          image={asked.image}
          isUploaded={dialog === null}
          syntax={syntax}
          language={language}
          focusAfter={content}
          onClose={closeImage}
          onFiles={(files) => {
            setDialog(null)
            void uploadAll(view, files, asked.to)
          }}
          onDone={(image) => {
            // An upload may have moved the place meanwhile.
            const place = findImage(view.state, asked.image.address, asked.from)
            view.dispatch(writeImage(view.state, place ?? imageAtSelection(view.state), image))
            closeImage()
          }}
        />
      )}
    </div>
  )
}

/** Loads the colours and numbers of the lines of HTML apart, because most texts are Markdown. Without them the text is black. */
function useHtmlColours(view: EditorView | null): void {
  useEffect(() => {
    if (!view) return
    let isShown = true
    import('#app/admin/editor/view/html-syntax.ts').then(
      ({ htmlSyntax }) => isShown && view.dispatch({ effects: StateEffect.appendConfig.of(htmlSyntax()) }),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [view])
}

/**
 * Makes the rest of the page inert while an element fills the screen, so that Tab stays in it. Dialogs that open later and the live
 * regions of toasts go on to work.
 */
function useFullScreen(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const outside: Element[] = []
    for (
      let node: Element | null = element.current;
      node && node !== document.body;
      node = node.parentElement
    ) {
      const siblings = [...(node.parentElement?.children ?? [])].filter((sibling) => sibling !== node)
      outside.push(...siblings.filter((sibling) => !sibling.hasAttribute('inert') && !hasLiveRegion(sibling)))
    }
    for (const node of outside) node.setAttribute('inert', '')
    document.documentElement.style.overflow = 'hidden'
    return () => {
      for (const node of outside) node.removeAttribute('inert')
      document.documentElement.style.overflow = ''
    }
  }, [element, isOn])
}

function hasLiveRegion(node: Element): boolean {
  return node.localName === 'section' && node.querySelector('[role=alert]') !== null
}
