//! The attribute [`guarded`] for the functions and methods that Python calls.

use proc_macro::TokenStream;
use quote::{ToTokens, quote};
use syn::{Block, Error, ImplItem, Item, ReturnType, Signature, Type, parse_quote};

/// Turns panics of a function that Python calls into exceptions, with `crate::errors::guard`.
///
/// It belongs above `#[pyfunction]` or `#[pymethods]`, where it guards each method. Without it, PyO3 raises a
/// `PanicException`, which is no `Exception`, and loses the exception of a game that is written in Python.
///
/// A function that does not return a `PyResult` does so after the expansion, for callers in Rust as well.
#[proc_macro_attribute]
pub fn guarded(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(arguments, item).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<proc_macro2::TokenStream> {
    if !arguments.is_empty() {
        return Err(Error::new_spanned(
            proc_macro2::TokenStream::from(arguments),
            "guarded has no arguments",
        ));
    }
    let mut item: Item = syn::parse(item)?;
    match &mut item {
        Item::Fn(function) => guard(&mut function.sig, &mut function.block),
        Item::Impl(methods) => {
            for method in &mut methods.items {
                if let ImplItem::Fn(method) = method {
                    guard(&mut method.sig, &mut method.block);
                }
            }
        }
        other => return Err(Error::new_spanned(other, "guarded accepts a function or an impl block")),
    }
    Ok(item.into_token_stream())
}

fn guard(signature: &mut Signature, body: &mut Block) {
    let result: Type = match &signature.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, result) => (**result).clone(),
    };
    if is_py_result(&result) {
        *body = parse_quote!({ crate::errors::guard(move || -> #result #body) });
    } else {
        signature.output = parse_quote!(-> ::pyo3::PyResult<#result>);
        let value = quote!((move || -> #result #body)());
        *body = parse_quote!({ crate::errors::guard(move || ::pyo3::PyResult::Ok(#value)) });
    }
}

fn is_py_result(result: &Type) -> bool {
    matches!(result, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PyResult"))
}
