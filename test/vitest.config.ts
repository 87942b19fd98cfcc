import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/*.test.ts'], pool: 'forks', testTimeout: 20_000, hookTimeout: 60_000, maxWorkers: 2 } },
      { test: { name: 'flow', include: ['test/flow/**/*.test.ts'], pool: 'forks', testTimeout: 180_000, hookTimeout: 120_000, maxWorkers: 3 } },
      { test: { name: 'pg', include: ['test/pg/**/*.test.ts'], pool: 'forks', testTimeout: 120_000, hookTimeout: 180_000, maxWorkers: 3 } },
    ],
  },
})
