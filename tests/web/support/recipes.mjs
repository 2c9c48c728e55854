/**
 * The recipes of CONTRIBUTING.md: the files needed to add one of each kind. New files are in the folder `recipes`, by
 * their path in the tree; for a list, the recipe gives the text after which the new line is inserted.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './posenc.mjs';

const include = (path, after) => [`#include "${after}"\n`, `#include "${path}"\n`];
const line = (after, text) => [after, text];

/** kind → its new files, and the lists that get one more line. */
export const recipes = {
  encoding: {
    files: ['src/encodings/example_encoding.hpp'],
    lists: {
      'src/encodings/registry.cpp': [
        include('encodings/example_encoding.hpp', 'encodings/encoding.hpp'),
        line('row<nope_row::kNope>,\n', '      row<example_encoding_row::kExampleEncoding>,\n'),
      ],
    },
  },
  'context extension': {
    files: ['src/encodings/scaling/example_extension.hpp'],
    lists: {
      'src/encodings/registry.cpp': [
        include('encodings/scaling/example_extension.hpp', 'encodings/scaling/dynamic.hpp'),
        line('row<linear_row::kLinearScaling>,', ' row<example_extension_row::kExampleExtension>,'),
      ],
    },
  },
  analysis: {
    files: ['src/analyses/example_analysis.hpp'],
    lists: {
      'src/analyses/analyses.cpp': [
        include('analyses/example_analysis.hpp', 'analyses/analysis.hpp'),
        line('&stationarity_row::kStationarity,\n', '      &example_analysis_row::kExampleAnalysis,\n'),
      ],
    },
  },
  'task of the lab': {
    files: ['src/train/tasks/example_task.hpp'],
    lists: {
      'src/train/tasks.cpp': [
        include('train/tasks/example_task.hpp', 'train/task.hpp'),
        line('&kLatinSquare,', ' &example_task_row::kExampleTask,'),
      ],
    },
  },
  study: {
    files: ['web/lib/studies/rows/example-study.ts'],
    lists: {
      'web/lib/studies/list.ts': [
        line("from './rows/ill-suited.js';\n", "import { exampleStudy } from './rows/example-study.js';\n"),
        line('readonly Study[] = [', 'exampleStudy, '),
      ],
    },
  },
  engine: {
    files: ['web/lib/engines/example-engine.ts'],
    lists: {
      'web/lib/engines/list.ts': [
        line("from './sglang.js';\n", "import { exampleEngine } from './example-engine.js';\n"),
        line('  sglang,\n', '  exampleEngine,\n'),
      ],
    },
  },
  'known mistake': {
    files: ['src/identify/mistakes/example_mistake.hpp'],
    lists: {
      'src/identify/mistakes.cpp': [
        line('#include "identify/mistakes/amplitude.hpp"\n', '#include "identify/mistakes/example_mistake.hpp"\n'),
        line('static constexpr std::array kAll = {\n', '      &kExampleMistake,\n'),
      ],
    },
  },
  method: {
    files: ['web/lib/methods/example-method.ts', 'web/lib/wasm/methods/example-method.ts'],
    lists: {
      'web/lib/methods/index.ts': [
        line("from './facts.js';\n", "import { exampleMethod } from './example-method.js';\n"),
        line('export const methods = {\n', '  exampleMethod,\n'),
      ],
      'web/lib/wasm/methods/index.ts': [
        line("from './facts.js';\n", "import { exampleMethod } from './example-method.js';\n"),
        line('readonly [M in PlannedName]: OnPlan<M> } = {\n', '  exampleMethod,\n'),
      ],
      'web/lib/types/spec-methods.ts': [
        line(
          'export interface SpecMethods {\n',
          '  /** An example. */\n  exampleMethod(spec: EncodingSpec, nQuery: number, nKey: number, options?: CallOptions): Promise<Matrix<Float64Array>>;\n',
        ),
      ],
      'web/lib/embed/calls.ts': [line("'relativeMap', ", "'exampleMethod', ")],
      'web/lib/on-demand.ts': [line('  derivative: true,\n', '  exampleMethod: true,\n')],
    },
  },
  chart: {
    files: ['web/lib/charts/kinds/example-chart.ts', 'web/lib/charts/kinds/example-chart-data.ts'],
    lists: {
      'web/lib/charts/index.ts': [
        line("from './kinds/clock-hands.js';\n", "import { exampleChart } from './kinds/example-chart.js';\n"),
        line('export {\n', '  exampleChart,\n'),
        line(
          'charts: readonly ChartRow[] = [\n',
          "  { id: 'example-chart', title: 'Example', purpose: 'An example.', make: exampleChart },\n",
        ),
      ],
    },
  },
  lesson: { files: ['examples/notebooks/example-lesson.html'], lists: {} },
  page: {
    files: ['web/notebook/example-page.html', 'web/notebook/example-page/main.ts'],
    lists: {
      'web/notebook/frame.ts': [
        line(
          "title: 'Charts', group: 'Build' },\n",
          "  { file: 'example-page.html', title: 'Example', group: 'Build' },\n",
        ),
      ],
    },
  },
};

/** Folders of the tree that a recipe or its checks read. */
const parts = ['src', 'wasm', 'web', 'examples', 'package.json'];

/** A fresh copy of the tree in `folder`. Always the same folder, so that a compiler's cache works. */
export function copyOfTree(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
}

/** Follows a recipe in the copy, except for its file `but`. Returns a function that undoes it. */
export function follow({ files, lists }, folder, but) {
  for (const file of files.filter((name) => name !== but)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(import.meta.dirname, 'recipes', file), join(folder, file));
  }
  for (const [file, lines] of Object.entries(lists).filter(([name]) => name !== but)) {
    let text = readFileSync(join(folder, file), 'utf8');
    for (const [after, added] of lines) {
      if (!text.includes(after))
        throw new Error(`${file} has no ${JSON.stringify(after)} any more: tests/web/support/recipes.mjs`);
      text = text.replace(after, () => after + added);
    }
    writeFileSync(join(folder, file), text);
  }
  return () => {
    for (const file of files) rmSync(join(folder, file), { force: true });
    for (const file of Object.keys(lists)) cpSync(join(root, file), join(folder, file));
  };
}
