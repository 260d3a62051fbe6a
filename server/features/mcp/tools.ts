import { changeDraftTool } from '#server/features/mcp/desk/change-draft.ts'
import { checkDraftTool } from '#server/features/mcp/desk/check-draft.ts'
import { createDraftTool } from '#server/features/mcp/desk/create-draft.ts'
import { listDraftsTool } from '#server/features/mcp/desk/list-drafts.ts'
import { readDraftTool } from '#server/features/mcp/desk/read-draft.ts'
import { readGlossaryTool } from '#server/features/mcp/desk/read-glossary.ts'
import { readTranslationsTool } from '#server/features/mcp/desk/read-translations.ts'
import { requestTranslationTool } from '#server/features/mcp/desk/request-translation.ts'
import { listSectionTool } from '#server/features/mcp/reading/list-section.ts'
import { listSectionsTool } from '#server/features/mcp/reading/list-sections.ts'
import { listWeekTool } from '#server/features/mcp/reading/list-week.ts'
import { readArticleTool } from '#server/features/mcp/reading/read-article.ts'
import { searchArticlesTool } from '#server/features/mcp/reading/search-articles.ts'
import type { McpTool } from '#server/features/mcp/tool.ts'

/** Everything that an assistant can do. Nothing here publishes, approves, sends or deletes, whatever a token may do elsewhere. */
export const MCP_TOOLS: readonly McpTool[] = [
  searchArticlesTool,
  readArticleTool,
  listWeekTool,
  listSectionTool,
  listSectionsTool,
  listDraftsTool,
  readDraftTool,
  checkDraftTool,
  readGlossaryTool,
  readTranslationsTool,
  createDraftTool,
  changeDraftTool,
  requestTranslationTool,
]
