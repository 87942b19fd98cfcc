// Written by build/gen.ts. Do not edit.
import type { AnyRoute } from '../../kernel/route.ts'

export const routes: readonly AnyRoute[] = []
