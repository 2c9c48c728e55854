/**
 * What parts two interfaces (declarations.mjs), and what version that asks for. Each finding is
 * { level, what, before?, after? }. Where it cannot be known that programs still compile, the change is a breaking one.
 *
 *   major  an export, a member or a function's form that programs use is gone or means something else
 *   minor  something is new: an export, a member that callers get or may give, a further alternative of a union, an optional
 *          parameter at the end. docs/releases.md says that alternatives may be added.
 */
import ts from 'typescript';

/** @returns [{ level, what, before?, after? }], breaking changes first */
export function differences(before, after) {
  const found = [];
  const say = (level, what, more = {}) => found.push({ level, what, ...more });
  for (const entry of Object.keys(before.entries))
    if (!after.entries[entry]) say('major', `the entry ${entry} is gone`);
  for (const [entry, exported] of Object.entries(after.entries)) {
    const old = before.entries[entry];
    if (!old) say('minor', `the entry ${entry} is new`);
    for (const name of Object.keys(exported)) if (old && !(name in old)) say('minor', `${entry}: ${name} is new`);
    for (const name of Object.keys(old ?? {})) if (!(name in exported)) say('major', `${entry}: ${name} is gone`);
  }
  // an export may have moved to another file: declarations are compared by what they are exported as, else by their name
  const moved = new Map();
  for (const [entry, exported] of Object.entries(before.entries))
    for (const [name, key] of Object.entries(exported)) {
      const now = after.entries[entry]?.[name];
      if (now !== undefined && now !== key) moved.set(key, now);
    }
  const named = (declarations, key) => {
    const same = Object.keys(declarations).filter((each) => each.split('#')[1] === key.split('#')[1]);
    return same.length === 1 ? same[0] : undefined;
  };
  for (const [key, text] of Object.entries(before.declarations)) {
    const now = after.declarations[key] !== undefined ? key : (moved.get(key) ?? named(after.declarations, key));
    if (now === undefined || after.declarations[now] === undefined) continue; // where it was exported, that was said above
    const side = both(before.sides[key], after.sides[now]);
    for (const one of ofDeclaration(text, after.declarations[now], side))
      say(one.level, `${key.split('#')[1]}: ${one.what}`, { before: one.before, after: one.after });
  }
  const order = ['major', 'minor', 'patch'];
  return found.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

const both = (a, b) => (a === undefined || b === undefined ? (a ?? b ?? 'both') : a === b ? a : 'both');

const parsed = (text) => ts.createSourceFile('x.d.ts', text, ts.ScriptTarget.ES2023, true);
const one = (node) => node.getText().replace(/\s+/g, ' ').replace(/^\| /, '');

/** @returns [{ level, what, before?, after? }] */
export function ofDeclaration(before, after, side = 'both') {
  if (before === after) return [];
  const [old, now] = [before, after].map((text) => parsed(text).statements);
  const changed = [{ level: 'major', what: 'is declared otherwise', before, after }];
  if (old.length !== now.length || old.length === 0) return changed;
  const found = [];
  for (const [i, was] of old.entries()) {
    const is = now[i];
    if (was.kind !== is.kind) return changed;
    if (one(was) === one(is)) continue;
    const head = (node) => [node.heritageClauses?.map(one).join(' ') ?? '', node.typeParameters?.map(one).join() ?? ''];
    if (ts.isInterfaceDeclaration(was) || ts.isClassDeclaration(was)) {
      if (String(head(was)) !== String(head(is))) return changed;
      found.push(...ofMembers(was.members, is.members, side));
    } else if (ts.isTypeAliasDeclaration(was)) {
      if (String(head(was)) !== String(head(is))) return changed;
      found.push(...ofType(was.type, is.type, side));
    } else if (ts.isFunctionDeclaration(was)) {
      found.push(...ofFunction(was, is, side));
    } else if (ts.isVariableStatement(was)) {
      const [a, b] = [was, is].map((node) => node.declarationList.declarations[0]);
      if (!a.type || !b.type) return changed;
      found.push(...ofType(a.type, b.type, side));
    } else return changed;
  }
  return found;
}

const nameOfMember = (member) =>
  member.name
    ? one(member.name)
    : ts.isConstructorDeclaration(member) || ts.isConstructSignatureDeclaration(member)
      ? 'constructor'
      : ts.isIndexSignatureDeclaration(member)
        ? '[index]'
        : '(call)';

function ofMembers(before, after, side) {
  const grouped = (members) => {
    const map = new Map();
    for (const member of members) map.set(nameOfMember(member), [...(map.get(nameOfMember(member)) ?? []), member]);
    return map;
  };
  const [old, now] = [grouped(before), grouped(after)];
  const found = [];
  for (const [name, members] of old)
    if (!now.has(name)) found.push({ level: 'major', what: `${name} is gone`, before: members.map(one).join(' ') });
  for (const [name, members] of now) {
    const added = members.map(one).join(' ');
    if (old.has(name)) found.push(...ofMember(name, old.get(name), members, side));
    else if (members.every(({ questionToken }) => questionToken) || side === 'out')
      found.push({ level: 'minor', what: `${name} is new`, after: added });
    else found.push({ level: 'major', what: `${name} is new, and callers have to give it`, after: added });
  }
  return found;
}

function ofMember(name, before, after, side) {
  if (before.map(one).join() === after.map(one).join()) return [];
  const changed = {
    level: 'major',
    what: `${name} is declared otherwise`,
    before: before.map(one).join(' '),
    after: after.map(one).join(' '),
  };
  if (before.length !== 1 || after.length !== 1 || before[0].kind !== after[0].kind) return [changed];
  const [[was], [is]] = [before, after];
  const tell = (found) => found.map((each) => ({ ...each, what: `${name}: ${each.what}` }));
  if (ts.isMethodSignature(was) || ts.isMethodDeclaration(was) || ts.isConstructorDeclaration(was))
    return tell(ofFunction(was, is, side));
  if (!(ts.isPropertySignature(was) || ts.isPropertyDeclaration(was)) || !was.type || !is.type) return [changed];
  const found = [];
  const [wasOptional, isOptional] = [was, is].map(({ questionToken }) => questionToken !== undefined);
  if (wasOptional && !isOptional)
    found.push({ level: side === 'out' ? 'minor' : 'major', what: `${name} is no longer optional` });
  if (!wasOptional && isOptional)
    found.push({ level: side === 'in' ? 'minor' : 'major', what: `${name} may be absent` });
  const readonly = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;
  if (!readonly(was) && readonly(is) && side !== 'in') found.push({ level: 'major', what: `${name} is read-only` });
  return [...found, ...tell(ofType(was.type, is.type, side))];
}

function ofFunction(was, is, side) {
  const changed = { level: 'major', what: 'takes or gives something else', before: one(was), after: one(is) };
  const generics = (node) => node.typeParameters?.map(one).join() ?? '';
  if (generics(was) !== generics(is) || is.parameters.length < was.parameters.length) return [changed];
  const found = [];
  for (const [i, parameter] of is.parameters.entries()) {
    const old = was.parameters[i];
    const optional = parameter.questionToken !== undefined || parameter.dotDotDotToken !== undefined;
    const name = one(parameter.name);
    if (!old) {
      if (optional) found.push({ level: 'minor', what: `takes ${name}, too`, after: one(parameter) });
      else return [changed];
      continue;
    }
    if (!optional && old.questionToken) return [changed];
    if (Boolean(old.dotDotDotToken) !== Boolean(parameter.dotDotDotToken)) return [changed];
    if (old.type && parameter.type)
      found.push(
        ...ofType(old.type, parameter.type, opposite[side]).map((each) => ({
          ...each,
          what: `parameter ${name} ${each.what}`,
        })),
      );
    else if (one(old) !== one(parameter)) return [changed];
  }
  if (was.type && is.type)
    found.push(...ofType(was.type, is.type, side).map((each) => ({ ...each, what: `result ${each.what}` })));
  return found;
}
const opposite = { in: 'out', out: 'in', both: 'both' };

/** Alternatives may come; one that goes is missed by those who give it. */
function ofType(was, is, side) {
  if (one(was) === one(is)) return [];
  if (ts.isTypeLiteralNode(was) && ts.isTypeLiteralNode(is)) return ofMembers(was.members, is.members, side);
  if (ts.isFunctionTypeNode(was) && ts.isFunctionTypeNode(is)) return ofFunction(was, is, side);
  const alternatives = (node) => (ts.isUnionTypeNode(node) ? node.types.map(one) : [one(node)]);
  const [old, now] = [alternatives(was), alternatives(is)];
  const gone = old.filter((each) => !now.includes(each));
  const added = now.filter((each) => !old.includes(each));
  const values = { before: gone.join(' | '), after: added.join(' | ') };
  if (gone.length === 0 && added.length > 0)
    return [{ level: 'minor', what: `may be ${added.join(' | ')}, too`, after: values.after }];
  if (gone.length === 0) return [];
  if (added.length === 0)
    return [
      { level: side === 'out' ? 'minor' : 'major', what: `is no longer ${gone.join(' | ')}`, before: values.before },
    ];
  return [{ level: 'major', what: 'is of another type', before: one(was), after: one(is) }];
}
