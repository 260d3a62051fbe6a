import { Command as CommandList } from 'cmdk'
import FileText from 'lucide-react/icons/file-text'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { languageName, nameOf } from '#app/admin/articles/article-title.tsx'
import { COMMAND_ITEM, CommandGroup } from '#app/admin/command/command-group.tsx'
import { t } from '#app/admin/messages.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'

interface ArticleGroupProps {
  articles: readonly DeskArticle[]
  onChoose: (path: string) => void
}

/** The articles that were found, published or not, each leading to its form. */
export function ArticleGroup({ articles, onChoose }: ArticleGroupProps) {
  return (
    <CommandGroup heading={t('command.articles')}>
      {articles.toSorted(originalsFirst).map((article) => (
        <CommandList.Item
          key={article.id}
          value={`${article.title} ${article.id}`}
          // The server searches these too; without them the command bar would filter out what it found by them.
          keywords={[article.slug, article.author]}
          onSelect={() => onChoose(editArticlePath(article))}
          className={COMMAND_ITEM}
        >
          <FileText aria-hidden size={17} className="shrink-0" />
          <span className="min-w-0 py-1.5">
            <span lang={article.title ? article.language : undefined} className="line-clamp-2 wrap-anywhere">
              {nameOf(article)}
            </span>
            <span className="block text-faint text-xs">
              {[languageName(article.language), article.published ? '' : t('article.status.draft')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </CommandList.Item>
      ))}
    </CommandGroup>
  )
}

/** A story with all its translations would otherwise begin with any of them. */
function originalsFirst(a: DeskArticle, b: DeskArticle): number {
  return Number(a.original_article_id !== null) - Number(b.original_article_id !== null)
}
