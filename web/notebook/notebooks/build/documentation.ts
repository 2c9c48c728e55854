/**
 * What the editor says of the library: signatures and texts, from the declarations that the package ships. Made when the
 * pages are built; loaded when a reader edits for the first time.
 */
import { join } from 'node:path';
import ts from 'typescript';
import type { Described, Library } from '../documentation.js';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  lib: ['lib.es2022.d.ts'],
  types: [],
};
const longestSignature = 400;

/**
 * @param built the folder of the library's modules
 * @param cells that of what cells have by themselves
 */
export function describeLibrary(built: string, cells: string): Library {
  const files = [join(built, 'index.d.ts'), join(built, 'charts/index.d.ts'), join(cells, 'exercise.ts')];
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const [index, charts, exercise] = files.map((file) => exportsOf(file));

  const posenc = index!.find(({ name }) => name === 'Posenc')!;
  const exerciseOptions = exercise!.find(({ name }) => name === 'ExerciseOptions')!;
  return {
    methods: fieldsOf(checker.getDeclaredTypeOfSymbol(posenc)),
    functions: Object.fromEntries(index!.filter(isFunction).map((symbol) => [symbol.name, described(symbol)])),
    charts: Object.fromEntries(charts!.filter(isValue).map((symbol) => [symbol.name, chart(symbol)])),
    exercise: fieldsOf(checker.getDeclaredTypeOfSymbol(exerciseOptions)),
  };

  function exportsOf(file: string): ts.Symbol[] {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
  }

  function chart(symbol: ts.Symbol): Described {
    const type = checker.getTypeOfSymbol(symbol);
    const [data, given] = checker.getTypeArguments(type as ts.TypeReference);
    return {
      ...described(symbol),
      ...(data && given ? { data: allFieldsOf(data), options: allFieldsOf(given) } : {}),
    };
  }

  function fieldsOf(type: ts.Type): Record<string, Described> {
    return Object.fromEntries(ownFields(type).map((field) => [field.name, described(field)]));
  }

  /** With those of what the fields hold, too: an axis, a series of a list. */
  function allFieldsOf(type: ts.Type): Record<string, Described> {
    const held = ownFields(type).map((field) => {
      const one = checker.getNonNullableType(checker.getTypeOfSymbol(field));
      return checker.getIndexTypeOfType(one, ts.IndexKind.Number) ?? one;
    });
    const named = held.filter((one) => one.flags & ts.TypeFlags.Object && one.getCallSignatures().length === 0);
    return Object.assign({}, ...named.map(fieldsOf), fieldsOf(type)) as Record<string, Described>;
  }

  function ownFields(type: ts.Type): ts.Symbol[] {
    return checker.getPropertiesOfType(type).filter(fromPackage);
  }

  /** Not of the language itself, as the length of a list is. */
  function fromPackage(symbol: ts.Symbol): boolean {
    const file = symbol.declarations?.[0]?.getSourceFile();
    return file !== undefined && !program.isSourceFileDefaultLibrary(file) && !symbol.name.startsWith('__');
  }

  function described(symbol: ts.Symbol): Described {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
    const signature = checker.getSignaturesOfType(type, ts.SignatureKind.Call).at(-1);
    const written = signature
      ? `${symbol.name}${checker.signatureToString(signature, undefined, flags)}`
      : `${symbol.name}: ${checker.typeToString(type, undefined, flags)}`;
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s*\n\s*/g, ' ');
    return { signature: short(written.replaceAll(' | undefined', '').replaceAll('<ArrayBufferLike>', '')), text };
  }
}

const isValue = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Value) !== 0;
const isFunction = (symbol: ts.Symbol): boolean =>
  (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) !== 0;
const short = (text: string): string => (text.length > longestSignature ? `${text.slice(0, longestSignature)}…` : text);
