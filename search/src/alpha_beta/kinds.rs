//! The kinds of nodes, known at compile time: no booleans in the recursion.

/// A kind of node, by what the search expects of it.
pub(super) trait NodeKind {
    /// Whether the node may lie on the principal variation: it is searched with an open window and keeps its line.
    const IS_PRINCIPAL: bool;
    /// Whether it is where the search started.
    const IS_ROOT: bool;
    /// Whether it is expected that a move is too good: the child of a node of which that is not expected.
    const IS_CUT: bool;
    /// What a child is that is asked whether it is better than what is known.
    type Scout: NodeKind;
}

/// Where the search started.
pub(super) struct Root;
/// On the principal variation.
pub(super) struct Principal;
/// Expected to have a move that is too good.
pub(super) struct Cut;
/// Expected to have none.
pub(super) struct All;

impl NodeKind for Root {
    const IS_PRINCIPAL: bool = true;
    const IS_ROOT: bool = true;
    const IS_CUT: bool = false;
    type Scout = Cut;
}

impl NodeKind for Principal {
    const IS_PRINCIPAL: bool = true;
    const IS_ROOT: bool = false;
    const IS_CUT: bool = false;
    type Scout = Cut;
}

impl NodeKind for Cut {
    const IS_PRINCIPAL: bool = false;
    const IS_ROOT: bool = false;
    const IS_CUT: bool = true;
    type Scout = All;
}

impl NodeKind for All {
    const IS_PRINCIPAL: bool = false;
    const IS_ROOT: bool = false;
    const IS_CUT: bool = false;
    type Scout = Cut;
}
